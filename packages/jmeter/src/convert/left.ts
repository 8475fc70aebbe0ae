/** The parts of a JMeter plan or a component that could not be converted, or only partly, as data with texts. */

import { type Bilingual, filled, type TextParams } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import type { JmxNode } from '../jmx/plan.ts'

/** `{name}` in a text is replaced by a parameter. */
const texts = {
  noCounterpart: { zh: '没有对应的步骤或设置，已略过', en: 'Has no counterpart and is left out' },
  noProtocol: {
    zh: 'JMeter 自带的元件中没有 {name}，已略过',
    en: 'JMeter has no element of its own for {name}; it is left out',
  },
  database: {
    zh: '数据库地址 {name} 未转换：只支持 PostgreSQL、MySQL 和 MariaDB',
    en: 'The database {name} was not carried: only PostgreSQL, MySQL and MariaDB can be reached',
  },
  connectsOnce: {
    zh: 'JMeter 的连接池在整个测试期间保持打开，不会在每次迭代重新连接',
    en: 'JMeter keeps its pool open for the whole test and does not connect again in each iteration',
  },
  afterRollback: {
    zh: '回滚之后 JMeter 的连接仍处于手动提交状态，直到下一次提交或开启自动提交',
    en: 'After it the connection of JMeter stays without autocommit until the next commit or AutoCommit(true)',
  },
  transactionEnds: {
    zh: '提交或回滚之后不会自动开始新事务，需要时请再添加“SQL 开始事务”步骤',
    en: 'No new transaction begins by itself after it; add a step “SQL begin” where one is needed',
  },
  tcpConnectsWithin: {
    zh: 'JMeter 在第一个请求中建立连接，连接的时间计入该请求',
    en: 'JMeter connects within the first request, whose time includes it',
  },
  tcpTls: {
    zh: 'JMeter 的 TCP 取样器没有 TLS，已略过',
    en: 'The TCP Sampler of JMeter has no TLS; it is left out',
  },
  tcpFraming: {
    zh: 'JMeter 的 TCP 取样器不能这样划分消息，已略过',
    en: 'The TCP Sampler of JMeter cannot divide messages in this way; it is left out',
  },
  tcpConnection: {
    zh: '它的连接没有转换，已略过',
    en: 'Its connection was not carried, so it is left out',
  },
  tcpWaits: {
    zh: 'JMeter 的 TCP 取样器总是等待应答，已略过',
    en: 'The TCP Sampler of JMeter always waits for an answer; it is left out',
  },
  tcpMessage: {
    zh: '其内容在 JMeter 中无法写成文本或十六进制，已略过',
    en: 'Its content cannot be written as text or hexadecimal in JMeter; it is left out',
  },
  tcpLengthFirst: {
    zh: 'JMeter 的 TCP 取样器总是先发送长度，已略过',
    en: 'The TCP Sampler of JMeter always sends a length first; it is left out',
  },
  property: {
    zh: 'JMeter 属性 {name} 必须设为 {value}',
    en: 'The JMeter property {name} has to be {value}',
  },
  tcpClass: {
    zh: 'TCPClient 类 {name} 未转换：只支持 JMeter 自带的类',
    en: 'The TCPClient class {name} was not carried: only those of JMeter itself can be',
  },
  tcpPort: {
    zh: '端口 {value} 不是 1 到 65535 的数字，未转换',
    en: 'The port {value} is no number from 1 to 65535; it was not carried',
  },
  tcpEnded: {
    zh: '应答随连接一起结束，JMeter 仍会再用这个连接；此处每次请求都重新连接',
    en: 'Its answer ends with the connection, which JMeter would use again; here each request connects anew',
  },
  tcpConnectsAgain: {
    zh: 'JMeter 在之后的请求中继续使用此连接，此处重新连接',
    en: 'JMeter goes on to use the connection in later requests; here it is opened again',
  },
  tcpOwnConnection: {
    zh: '它的应答与同一连接的其他请求以不同方式结束，此处使用单独的连接',
    en: 'Its answer ends in another way than those of other requests over the connection; here it has one of its own',
  },
  tcpNotAgain: {
    zh: '请求失败后 JMeter 会重新连接，此处不会',
    en: 'JMeter connects again after a failed request; here nothing does',
  },
  notNeeded: { zh: '不需要：结果由平台收集', en: 'Is not needed: the platform collects results' },
  groupKept: {
    zh: '没有对应的控制器，其中的步骤已按顺序保留',
    en: 'Has no counterpart; the steps inside are kept, one after the other',
  },
  stepsElsewhere: {
    zh: '引用的步骤在别处，未转换',
    en: 'The steps that it points to are elsewhere and were not carried',
  },
  disabled: { zh: '已禁用，未转换', en: 'Is disabled and was not carried' },
  unused: {
    zh: '作用范围内没有转换的请求，已略过',
    en: 'No request was carried that it would hold for, so it is left out',
  },
  replaced: {
    zh: '组件只能有一份此设置，以后面的元件为准',
    en: 'A component has this setting once; that of a later element counts',
  },
  setUpGroup: {
    zh: '准备和收尾线程组没有对应，其步骤未转换',
    en: 'Set-up and tear-down groups have no counterpart; their steps were not carried',
  },
  load: {
    zh: '负载计划请在场景中用负载模型设置',
    en: 'Its schedule has to be set as the load model of a scenario',
  },
  loadModel: { zh: '负载模型 {value}：{reason}', en: 'Load model {value}: {reason}' },
  sla: {
    zh: 'JMeter 没有 SLA 规则，未转换：{value}',
    en: 'JMeter has no SLA rules; this one was not carried: {value}',
  },
  certificates: {
    zh: 'JMeter 不校验服务器证书，此处会校验',
    en: 'JMeter accepts every server certificate, where they are verified here',
  },
  function: {
    zh: '函数 {name} 没有对应，原样保留',
    en: 'The function {name} has no counterpart and is kept as it is',
  },
  name: { zh: '变量名 {name} 改为 {now}', en: 'The variable {name} is now {now}' },
  condition: {
    zh: '条件 {value} 无法转换，请检查',
    en: 'The condition {value} could not be translated; look at it',
  },
  file: {
    zh: '文件 {name} 需要先上传并选择',
    en: 'The file {name} has to be uploaded and chosen',
  },
  csvColumns: {
    zh: '文件 {name} 的列名在其首行中，未知',
    en: 'The columns of {name} stand in its first line, which is not known',
  },
  method: {
    zh: '请求方法 {name} 不受支持，改为 GET',
    en: 'The method {name} is not supported; it is GET now',
  },
  detail: { zh: '设置 {name} = {value} 没有对应', en: 'The setting {name} = {value} has no counterpart' },
  forEach: {
    zh: '需要变量 {name} 含有以逗号分隔的值（提取器的“全部”即是如此）',
    en: 'The variable {name} has to hold values joined by commas, as extractors of “all” give them',
  },
  headerLess: {
    zh: '只能逐个检查响应头，未转换',
    en: 'Headers are looked at one by one here; it was not carried',
  },
  tooLong: { zh: '内容超过上限，未转换：{name}', en: 'Exceeds a limit and was not carried: {name}' },
} as const satisfies Catalogue

export interface Left {
  /** Key of the node in the plan, or id of the step in the component. */
  readonly key: string
  readonly testname: string
  readonly code: keyof typeof texts
  readonly text: Bilingual
}

/** Collects unconverted parts, each once, and the nodes that were converted. */
export class LeftList {
  readonly items: Left[] = []
  private readonly carried = new Set<string>()
  private readonly reported = new Set<string>()
  private readonly known = new Set<string>()

  /** Marks the node as converted. */
  carry(node: Pick<JmxNode, 'key'>): void {
    this.carried.add(node.key)
  }

  isCarried = (node: Pick<JmxNode, 'key'>): boolean => this.carried.has(node.key)

  isReported = (node: Pick<JmxNode, 'key'>): boolean => this.reported.has(node.key)

  add(node: Pick<JmxNode, 'key' | 'testname'>, code: Left['code'], params: TextParams = {}): void {
    const text = filled(texts[code], params)
    const id = `${node.key} ${text.en}`
    if (this.known.has(id)) return
    this.known.add(id)
    this.reported.add(node.key)
    this.items.push({ key: node.key, testname: node.testname, code, text })
  }
}
