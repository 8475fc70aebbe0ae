/** Terms of components: what a load test sends, checks and remembers. */
import type { Term } from './term.ts'

const components = '/pone/atf/projects/assembly'

export const designTerms: readonly Term[] = [
  {
    id: 'component',
    zh: '组件',
    en: 'component',
    meaning: {
      zh: '可以复用的压测脚本：线程组、步骤、参数、变量和运行设置。PR 组件在平台中设计，JMeter 组件是一个 .jmx 测试计划。',
      en: 'A reusable test script: thread group, steps, parameters, variables and run-time settings. A PR component is designed in the product, a JMeter component is a .jmx test plan.',
    },
    not: { zh: ['测试用例', '压测用例'], en: ['test case'] },
    see: ['scenario', 'step', 'thread-group'],
    page: components,
  },
  {
    id: 'step',
    zh: '步骤',
    en: 'step',
    meaning: {
      zh: '组件中的一个节点：请求、事务、循环、条件、思考时间、脚本等，按从上到下的顺序执行。',
      en: 'A node of a component, such as a request, a transaction, a loop, a condition, a think time or a script. Steps run from top to bottom.',
    },
    see: ['request', 'transaction'],
    page: components,
  },
  {
    id: 'request',
    zh: '请求',
    en: 'request',
    meaning: {
      zh: '按某个协议向被测系统发出的一次操作，例如一个 HTTP 请求、一条 SQL 语句或一条 WebSocket 消息。',
      en: 'One operation that is sent to the system under test by a protocol, such as an HTTP request, an SQL statement or a WebSocket message.',
    },
    see: ['response-time', 'checkpoint', 'sample'],
  },
  {
    id: 'transaction',
    zh: '事务',
    en: 'transaction',
    meaning: {
      zh: '合在一起计时的若干步骤，例如“下单”。其中任何请求失败，事务即失败；思考时间不计入。',
      en: 'Steps that are timed as one, such as “place an order”. It fails with any of its requests; think time is not counted.',
    },
    not: { zh: ['事物'] },
    see: ['tps', 'request'],
  },
  {
    id: 'checkpoint',
    zh: '检查点',
    en: 'checkpoint',
    meaning: {
      zh: '对响应的要求，例如状态码、JSONPath 的值或响应时间。不通过时请求算失败。JMeter 中称为断言。',
      en: 'What a response must satisfy, such as its status, a value found by JSONPath or its response time. The request fails if it does not. JMeter calls it an assertion.',
    },
    not: { zh: ['断言', '校验点'], en: ['assertion', 'check point'] },
    see: ['extractor', 'error-rate'],
  },
  {
    id: 'extractor',
    zh: '提取器',
    en: 'extractor',
    meaning: {
      zh: '从响应中取值放进变量，供后面的步骤使用，例如登录后的令牌。LoadRunner 中称为关联。',
      en: 'Takes a value of a response into a variable for later steps, such as the token of a sign-in. LoadRunner calls it correlation.',
    },
    not: { zh: ['抽取器', '关联规则'], en: ['correlation', 'post-extractor'] },
    see: ['variable', 'checkpoint'],
  },
  {
    id: 'variable',
    zh: '变量',
    en: 'variable',
    meaning: {
      zh: '每个虚拟用户自己的一个值，在任何文本中写作 ${名称}。保密变量的值加密保存，在日志和样本中显示为圆点。',
      en: 'A value that each virtual user has for itself; any text refers to it as ${name}. Values of secret variables are stored encrypted and shown as dots in logs and samples.',
    },
    see: ['parameter', 'tool-function'],
  },
  {
    id: 'parameter',
    zh: '参数',
    en: 'parameter',
    meaning: {
      zh: '为用户和迭代提供不同数据的来源，例如 CSV 文件、数据库查询或数字区间；可以按顺序、随机或唯一取值。',
      en: 'A source of data that differs by user and iteration, such as a CSV file, a database query or a range of numbers; values are taken in order, at random or uniquely.',
    },
    not: { zh: ['参数化文件'] },
    see: ['variable'],
  },
  {
    id: 'tool-function',
    zh: '工具函数',
    en: 'tool function',
    meaning: {
      zh: '在文本中写作 ${函数(参数)} 的函数，例如 ${uuid()}、${timestamp()}，每次使用时计算。',
      en: 'A function written as ${function(arguments)} in a text, such as ${uuid()} or ${timestamp()}; it is computed at each use.',
    },
    not: { zh: ['内置函数', '助手函数'], en: ['helper function', 'built-in function'] },
    see: ['variable'],
  },
  {
    id: 'think-time',
    zh: '思考时间',
    en: 'think time',
    meaning: {
      zh: '模拟用户在两个操作之间的停顿，单位毫秒；不计入响应时间。运行设置可以忽略或按比例改变它。',
      en: 'A pause as a person makes between two operations, in ms; it is not part of response times. Run-time settings can ignore or scale it.',
    },
    not: { zh: ['等待思考', '停顿时间'] },
    see: ['pacing'],
  },
  {
    id: 'pacing',
    zh: '迭代间隔（Pacing）',
    en: 'pacing',
    meaning: {
      zh: '从一次迭代开始到下一次迭代开始的时间。迭代本身更长时，立即开始下一次。Pacing 步骤在组件中的任意位置起同样的作用。',
      en: 'The time from the start of one iteration to the start of the next. An iteration that takes longer is followed at once. A pacing step does the same at any place of a component.',
    },
    not: { zh: ['节拍', '步调'] },
    see: ['think-time', 'iteration'],
  },
  {
    id: 'rendezvous',
    zh: '集合点',
    en: 'rendezvous',
    meaning: {
      zh: '用户在此等待，人数够了就同时继续，用来制造瞬间并发，例如秒杀。',
      en: 'Users wait here until enough have come and then go on at the same moment, as in a flash sale.',
    },
    not: { zh: ['汇合点', '同步点'], en: ['sync point', 'meeting point'] },
    see: ['concurrency'],
  },
  {
    id: 'thread-group',
    zh: '线程组',
    en: 'thread group',
    meaning: {
      zh: '组件自带的负载：线程数、爬坡时间、循环次数、调度时长和启动延迟。一个线程就是一个虚拟用户。场景可以采用它，也可以用自己的负载模型。',
      en: 'The load that a component has of its own: threads, ramp-up, loops, duration and start delay. A thread is a virtual user. A scenario may use it or have a load model of its own.',
    },
    see: ['virtual-user', 'load-model'],
  },
  {
    id: 'run-time-settings',
    zh: '运行设置',
    en: 'run-time settings',
    meaning: {
      zh: '组件的执行方式：思考时间、迭代间隔、超时、连接、代理、TLS、日志。请求可以单独覆盖其中一部分。',
      en: 'How a component is run: think time, pacing, time-outs, connections, proxy, TLS and log. Requests may override some of them.',
    },
    not: { zh: ['运行时设置', '运行参数'], en: ['runtime settings'] },
  },
  {
    id: 'form-data',
    zh: 'form-data',
    en: 'form-data',
    meaning: {
      zh: '内容类型为 multipart/form-data 的请求体：若干字段和文件，用来上传文件。没有文件的表单用 x-www-form-urlencoded。',
      en: 'A request body of the type multipart/form-data: fields and files, for uploads. Forms without files use x-www-form-urlencoded.',
    },
    not: { zh: ['多部分', '多部件'] },
    see: ['request'],
  },
  {
    id: 'embedded-resource',
    zh: '内嵌资源',
    en: 'embedded resource',
    meaning: {
      zh: 'HTML 页面引用的图片、样式和脚本。打开“下载内嵌资源”后与页面一起下载，计入页面的响应时间。',
      en: 'A picture, style sheet or script of an HTML page. With “Fetch embedded resources” they are loaded with the page and are part of its response time.',
    },
    not: { zh: ['页面资源', '嵌入资源'] },
  },
  {
    id: 'standalone-execution',
    zh: '独立执行',
    en: 'standalone execution',
    meaning: {
      zh: '在编辑器中执行一个组件用于调试，默认 1 个用户、1 次循环，显示每个请求和响应的全部内容。结果不保存为执行记录。',
      en: 'Runs one component from the editor for debugging, by default with 1 user and 1 loop, and shows each request and response in full. Its results are not kept as an execution record.',
    },
    not: {
      zh: ['试运行', '单独执行', '调试运行', '单独运行'],
      en: ['standalone run', 'trial run', 'debug run', 'dry run'],
    },
    see: ['execution-record'],
    page: components,
  },
]
