/** Texts of why a load worker could not prepare, ended early, or has to tell something in the log of the run. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const workerCauses = {
  serverUnreachable: {
    zh: '压力机长时间连不上服务器',
    en: 'the load machine could not reach the server for a long time',
  },
  agentRestarted: {
    zh: 'Agent 在执行期间重启',
    en: 'the agent restarted during the run',
  },
  engineEnded: {
    zh: '压测进程在准备时退出（{how}）',
    en: 'the engine process exited during preparation ({how})',
  },
  rowsUsedUp: {
    zh: '组件“{component}”的参数 {parameter} 已没有可用的行，用户因此提前结束；请增加数据行，或把“取完之后”改为“从头再来”',
    en: 'no rows left for parameter {parameter} of component “{component}”, so users ended early; add data rows, or set “When exhausted” to “Start over”',
  },
  planReadDifferently: {
    zh: '压力机与服务器对计划的解读不一致，请把两者升级到同一版本',
    en: 'load machine and server interpret the plan differently; upgrade both to the same version',
  },
  warmedUp: {
    zh: '预热完成：在压力机内部执行 {iterations} 次迭代、{requests} 个请求，用时 {seconds} 秒，单个请求的开销已稳定；没有向被测系统发送任何请求',
    en: 'warmed up with {iterations} iterations and {requests} requests inside the load machine in {seconds} s until their cost was steady; nothing was sent to the system under test',
  },
  warmedUpToBound: {
    zh: '预热达到上限：在压力机内部执行 {iterations} 次迭代、{requests} 个请求，用时 {seconds} 秒，单个请求的开销尚未稳定，最初几秒的响应时间可能偏长；没有向被测系统发送任何请求',
    en: 'warm-up reached its limit after {iterations} iterations and {requests} requests inside the load machine in {seconds} s before their cost was steady, so response times of the first seconds may be too long; nothing was sent to the system under test',
  },
  warmUpFailed: {
    zh: '预热没有完成，最初几秒的响应时间可能偏长：{reason}',
    en: 'the warm-up failed, so response times of the first seconds may be too long: {reason}',
  },
  notWarmedUp: {
    zh: '以下请求没有预热：{names}',
    en: 'these requests were not warmed up: {names}',
  },
  noUniqueRows: {
    zh: '没有为取唯一值的参数取得数据行',
    en: 'no data rows were assigned to parameters with unique selection',
  },
  noUniqueRowsForUser: {
    zh: '没有为取唯一值的参数取得数据行',
    en: 'no data rows were assigned to a parameter with unique selection',
  },
  parameterWithoutRows: {
    zh: '组件“{component}”的参数 {parameter} 没有数据行',
    en: 'component “{component}”: parameter {parameter} has no data rows',
  },
  parameterFileMissing: {
    zh: '组件“{component}”的参数 {parameter} 缺少参数文件',
    en: 'component “{component}”: the parameter file of parameter {parameter} is missing',
  },
  parameterFileUnreadable: {
    zh: '组件“{component}”的参数 {parameter} 的文件无法读取：{reason}',
    en: 'component “{component}”: the file of parameter {parameter} cannot be read: {reason}',
  },
  parameterFileShorter: {
    zh: '参数 {parameter} 的文件在执行中变短了',
    en: 'the file of parameter {parameter} was truncated during the run',
  },
  parameterRepeats: {
    zh: '参数 {parameter}：一次迭代取用的行比此前任何一次都多，用户因此重复取值',
    en: 'parameter {parameter}: an iteration used more rows than any iteration before, so users repeat values',
  },
  parameterProgress: {
    zh: '组件“{component}”的参数 {parameter}：已索引 {percent}% 的数据行',
    en: 'component “{component}”, parameter {parameter}: {percent} % of the data rows indexed',
  },
  bodyFileMissing: {
    zh: '组件“{component}”的请求体文件 {file} 不存在',
    en: 'component “{component}”: the request body file {file} does not exist',
  },
  noValueBeforeRun: {
    zh: '{name} 没有值，将原样保留在文本中',
    en: '{name} has no value and is kept unchanged in the text',
  },
  notALoopCount: {
    zh: '循环“{loop}”：“{value}”不是循环次数',
    en: 'loop “{loop}”: “{value}” is not a valid loop count',
  },
  settingsUnusable: { zh: '组件“{component}”：{reason}', en: 'component “{component}”: {reason}' },
  proxyWithoutHost: { zh: '代理服务器没有地址', en: 'the proxy server has no address' },
  socksCredentialsTooLong: {
    zh: 'SOCKS5 代理的用户名和密码各不能超过 {bytes} 字节',
    en: 'user name and password of a SOCKS5 proxy can have at most {bytes} bytes each',
  },
  projectFileMissing: { zh: '{what}：文件不存在', en: '{what}: the file does not exist' },
  projectFileUnreadable: {
    zh: '{what}：文件无法读取：{reason}',
    en: '{what}: the file cannot be read: {reason}',
  },
  engineFault: { zh: '引擎错误：{detail}', en: 'engine error: {detail}' },
  workerLost: { zh: '压测进程丢失：{detail}', en: 'engine process lost: {detail}' },
  diskFull: {
    zh: '压力机磁盘已满：指标保存在内存中并照常发送，错误样本和日志不再记录',
    en: 'disk full on the load machine: metrics are kept in memory and sent; error samples and logs are no longer recorded',
  },
  diskFullAndOffline: {
    zh: '压力机磁盘已满，并且连不上服务器',
    en: 'disk full on the load machine, and the server cannot be reached',
  },
  linesLeftOut: {
    zh: '这一秒另有 {count} 行日志未记录',
    en: '{count} more log lines in this second were not recorded',
  },
  scriptLinesLeftOut: {
    zh: '脚本一次执行的日志超过 {limit} 行，其余未记录',
    en: 'more than {limit} log lines in one execution of the script; the rest is not recorded',
  },
  sampleLogEnded: {
    zh: '样本日志无法写入：{reason}；样本日志到此为止，执行继续',
    en: 'the sample log cannot be written: {reason}; the sample log ends here, the run continues',
  },
  sampleLogWaited: {
    zh: '磁盘写入跟不上：压测进程为此等待了 {ms} 毫秒',
    en: 'disk writes are too slow: the engine process waited {ms} ms',
  },
  diskNearlyFull: {
    zh: '磁盘剩余空间不足 {mebibytes} MiB',
    en: 'less than {mebibytes} MiB of disk space left',
  },
  requestLogged: {
    zh: '用户 {user}，第 {iteration} 次迭代：{url} → {status}，{ms} 毫秒',
    en: 'user {user}, iteration {iteration}: {url} → {status} in {ms} ms',
  },
  operationLogged: {
    zh: '用户 {user}，第 {iteration} 次迭代：{url} 已完成，{ms} 毫秒',
    en: 'user {user}, iteration {iteration}: {url} completed in {ms} ms',
  },
  failureLogged: {
    zh: '用户 {user}，第 {iteration} 次迭代：{url} → {status}，{ms} 毫秒：{code}，{reason}',
    en: 'user {user}, iteration {iteration}: {url} → {status} in {ms} ms: {code}, {reason}',
  },
  stepStoppedTest: { zh: '{step}：{reason}', en: '{step}: {reason}' },
  tableNotRead: {
    zh: '组件“{component}”：参数 {parameter} 的数据无法从数据库读取：{reason}',
    en: 'component “{component}”: the data of parameter {parameter} cannot be read from the database: {reason}',
  },
} as const satisfies Catalogue
