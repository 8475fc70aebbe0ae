/** Texts of why a request or a step counts as failed though an answer came, and of what checkpoints expect. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const sampleCauses = {
  ofCount: { zh: '条数', en: 'count' },
  ofCell: { zh: '单元格 {expression}', en: 'cell {expression}' },
  ofAffectedRows: { zh: '影响行数', en: 'affected rows' },
  nothingExtracted: {
    zh: '没有找到变量 {variable} 的值',
    en: 'no value found for variable {variable}',
  },
  nothingExtractedBecause: {
    zh: '没有找到变量 {variable} 的值：{reason}',
    en: 'no value found for variable {variable}: {reason}',
  },
  noRowLeft: {
    zh: '参数 {parameter} 已没有可用的行',
    en: 'no rows left for parameter {parameter}',
  },
  outcomeLost: {
    zh: '压测进程丢失，请求结果未知',
    en: 'engine process lost, result of the request unknown',
  },
  otherErrors: { zh: '其他错误', en: 'other errors' },
  transactionFailed: {
    zh: '事务中有步骤失败',
    en: 'a step in the transaction failed',
  },
  requestNotMade: { zh: '请求无法生成：{reason}', en: 'the request cannot be created: {reason}' },
  answerNotJudged: { zh: '响应无法判定：{reason}', en: 'the response cannot be evaluated: {reason}' },
  scriptFailed: { zh: '脚本“{script}”：{reason}', en: 'script “{script}”: {reason}' },
  scriptFailedAt: {
    zh: '脚本“{script}”第 {line} 行：{reason}',
    en: 'script “{script}”, line {line}: {reason}',
  },
  scriptTimeout: { zh: '{ms} 毫秒内没有执行完', en: 'not completed within {ms} ms' },
  scriptStack: { zh: '调用嵌套过深', en: 'calls nested too deeply' },
  scriptMemory: { zh: '占用内存超过 64 MiB', en: 'memory usage exceeds 64 MiB' },
  scriptEnded: { zh: '异常结束', en: 'ended abnormally' },
  scriptNotUnderstood: {
    zh: '脚本引擎无法理解这段脚本',
    en: 'the script engine cannot parse this script',
  },
  scriptMadeCode: {
    zh: 'EvalError：脚本不能把文本当作代码执行',
    en: 'EvalError: scripts cannot execute text as code',
  },
  answerTooDeep: {
    zh: '响应嵌套过深，或者对该表达式来说过长',
    en: 'the response is nested too deeply or too long for this expression',
  },
  answerNotMarkup: {
    zh: '响应不是格式良好的 XML 或 HTML',
    en: 'the response is not well-formed XML or HTML',
  },
  answerTooLong: {
    zh: '响应超过 {mebi} Mi 个字符，无法解析',
    en: 'the response exceeds {mebi} Mi characters and cannot be parsed',
  },
  markupTooDeep: {
    zh: '元素嵌套超过 {limit} 层',
    en: 'elements nested deeper than {limit} levels',
  },
  markupTooManyNodes: { zh: '节点超过 {limit} 个', en: 'more than {limit} nodes' },
  because: { zh: '{expectation}：{reason}', en: '{expectation}: {reason}' },
  // What a checkpoint expects, by its operator …
  expectEquals: { zh: '{subject} 等于 {expected}', en: '{subject} equals {expected}' },
  expectNotEquals: { zh: '{subject} 不等于 {expected}', en: '{subject} does not equal {expected}' },
  expectContains: { zh: '{subject} 包含 {expected}', en: '{subject} contains {expected}' },
  expectNotContains: { zh: '{subject} 不包含 {expected}', en: '{subject} does not contain {expected}' },
  expectMatches: { zh: '{subject} 匹配正则 {expected}', en: '{subject} matches {expected}' },
  expectGreater: { zh: '{subject} 大于 {expected}', en: '{subject} is greater than {expected}' },
  expectGreaterOrEqual: { zh: '{subject} 不小于 {expected}', en: '{subject} is at least {expected}' },
  expectLess: { zh: '{subject} 小于 {expected}', en: '{subject} is less than {expected}' },
  expectLessOrEqual: { zh: '{subject} 不大于 {expected}', en: '{subject} is at most {expected}' },
  expectExists: { zh: '{subject} 存在', en: '{subject} exists' },
  // … and of what.
  ofStatus: { zh: '状态码', en: 'status' },
  ofHeader: { zh: '响应头 {expression}', en: 'header {expression}' },
  ofBody: { zh: '响应体', en: 'body' },
  ofResponseTime: { zh: '响应时间（毫秒）', en: 'response time (ms)' },
  ofSize: { zh: '响应体大小（字节）', en: 'size (bytes)' },
  ofJsonPath: { zh: 'JSONPath {expression}', en: 'JSONPath {expression}' },
  ofXpath: { zh: 'XPath {expression}', en: 'XPath {expression}' },
  ofCss: { zh: 'CSS {expression}', en: 'CSS {expression}' },
  ofRegex: { zh: '正则 {expression}', en: 'regular expression {expression}' },
  answerCame: { zh: '已响应', en: 'response received' },
  noAnswerCame: { zh: '没有响应', en: 'no response' },
  statusCame: { zh: '状态码 {status}', en: 'status {status}' },
} as const satisfies Catalogue
