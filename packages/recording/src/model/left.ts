/** What of a file could not be carried into steps, or only partly, with its place and the reason. */
import { type Bilingual, filled, type TextParams } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

/** `{name}` in a text is replaced by a parameter. */
const texts = {
  notJson: {
    zh: '文件内容不是有效的 JSON，请确认文件完整后重试',
    en: 'The content is not valid JSON. Check that the file is complete and try again',
  },
  notYaml: {
    zh: '{reason}，请改正后重试',
    en: '{reason}. Correct it and try again',
  },
  version: {
    zh: '不支持版本 {name}，支持 OpenAPI 3.x 和 Swagger 2.0',
    en: 'Version {name} is not supported; OpenAPI 3.x and Swagger 2.0 are',
  },
  cutOff: {
    zh: '文件不完整，只读取了结尾之前的内容',
    en: 'The file is incomplete; what is before its end was read',
  },
  nothingFound: {
    zh: '文件中没有可以导入的请求',
    en: 'The file contains no request that can be imported',
  },
  badField: {
    zh: '字段 {field} 缺失或无效，未读取',
    en: 'The field {field} is missing or invalid; it was not read',
  },
  entryTooLarge: {
    zh: '超过 {limit} MB，未读取',
    en: 'Is larger than {limit} MB and was not read',
  },
  tooManyRequests: {
    zh: '只读取前 {limit} 个请求',
    en: 'Only the first {limit} requests were read',
  },
  notHttp: {
    zh: '地址不是 HTTP 或 HTTPS，未导入',
    en: 'The address is neither HTTP nor HTTPS; it was not imported',
  },
  method: {
    zh: '不支持请求方法 {name}，未导入',
    en: 'The method {name} is not supported; it was not imported',
  },
  messages: {
    zh: '未导入 WebSocket 连接及其消息，请用 WebSocket 步骤添加',
    en: 'The WebSocket connection and its messages were not imported; add them as WebSocket steps',
  },
  otherUpgrade: {
    zh: '此连接随后改用了不支持的协议，未导入',
    en: 'The connection changed to a protocol that is not supported; it was not imported',
  },
  unreadMessages: {
    zh: '{count} 条 WebSocket 消息未导入：抓包文件中不完整、无法解压，或超过长度或数量上限',
    en: 'WebSocket messages that were not imported because they are incomplete in the capture, cannot be decompressed or exceed the limit of length or number: {count}',
  },
  http2: {
    zh: '{count} 个会话使用 HTTP/2；要同样使用 HTTP/2，请在运行设置中选择 HTTP 版本',
    en: 'Conversations over HTTP/2: {count}; to send the requests so, choose the HTTP version in the run-time settings',
  },
  noAnswer: {
    zh: '录制时没有收到响应，未导入',
    en: 'It got no response when it was recorded; it was not imported',
  },
  bodyMissing: {
    zh: '文件中没有请求体的内容，请补充',
    en: 'The file does not contain the request body; add it',
  },
  binaryBody: {
    zh: '请求体是二进制数据，请上传为文件后选择',
    en: 'The request body is binary data; upload it as a file and choose it',
  },
  bodyTooLong: {
    zh: '请求体超过 {limit} 个字符，未导入，请上传为文件后选择',
    en: 'The request body has more than {limit} characters and was not imported; upload it as a file and choose it',
  },
  file: { zh: '文件 {name} 需要上传后选择', en: 'The file {name} has to be uploaded and chosen' },
  tooLong: {
    zh: '字段 {field} 超过长度或数量上限，未导入',
    en: 'The field {field} exceeds the limit of length or number; it was not imported',
  },
  cookieBefore: {
    zh: 'Cookie {name} 在录制开始之前就已设置，其值未导入；请从登录开始录制',
    en: 'The cookie {name} was set before the recording began and its value was not imported; record from signing in on',
  },
  secret: {
    zh: '{name} 的值已改为保密变量 {variable}；录制的值可能已失效，请确认',
    en: 'The value of {name} is now the secret variable {variable}; check that the recorded value is still valid',
  },
  changingSecret: {
    zh: '{name} 的值在各请求中不同，保密变量 {variable} 只保存了第一个；请从响应中提取',
    en: 'The value of {name} changes from request to request and the secret variable {variable} holds the first one; extract it from a response',
  },
  authentication: {
    zh: '身份验证方式 {name} 未导入，请在步骤中设置',
    en: 'The authentication {name} was not imported; set it in the step',
  },
  script: {
    zh: '脚本（{name}）未导入，请用检查点、提取器或脚本步骤代替',
    en: 'The script ({name}) was not imported; use checkpoints, extractors or a script step instead',
  },
  tooDeep: {
    zh: '文件夹嵌套超过 {limit} 层，未导入',
    en: 'Is nested in more than {limit} folders and was not imported',
  },
  variableMissing: {
    zh: '变量 {name} 在文件中没有值，请填写（它可能来自环境）',
    en: 'The variable {name} has no value in the file; enter one (it may come from an environment)',
  },
  variableName: {
    zh: '变量名 {name} 改为 {now}',
    en: 'The variable {name} is now {now}',
  },
  generated: {
    zh: '自动生成的值 {name} 没有对应的函数，已作为变量 {now} 保留',
    en: 'The generated value {name} has no counterpart and is the variable {now}',
  },
  sourceNotChosen: {
    zh: '动态值 {name} 来自此请求的响应，但此请求未选中，因此保留了录制的值',
    en: 'The dynamic value {name} comes from the response of this request, which is not selected; the recorded value was kept',
  },
  notSearched: {
    zh: '只在前 {limit} MB 响应体中查找动态值，请分段录制',
    en: 'Only the first {limit} MB of response bodies were searched for dynamic values; record in parts',
  },
  remoteReference: {
    zh: '引用 {name} 在文件之外，未读取，请先合并为一个文件',
    en: 'The reference {name} leads out of the file and was not read; bundle everything into one file first',
  },
  brokenReference: {
    zh: '引用 {name} 在文件中不存在，或引用了自身',
    en: 'The reference {name} leads to nothing in the file, or to itself',
  },
  optionalParameters: {
    zh: '可选参数没有示例值，未导入：{names}',
    en: 'Optional parameters without an example were not imported: {names}',
  },
  sampleCut: {
    zh: '请求体的示例超过 {limit} 个值，其余部分未生成',
    en: 'The sample of the body has more than {limit} values; the rest was not generated',
  },
  sampleMissing: {
    zh: '没有 {name} 请求体的示例，请补充',
    en: 'There is no example of a body of type {name}; add it',
  },
  server: {
    zh: '文件列出了 {count} 台服务器，使用第一台：{name}',
    en: 'The file lists {count} servers; the first one is used: {name}',
  },
  callback: {
    zh: '{name} 由服务器发出，未导入',
    en: '{name} is sent by the server and was not imported',
  },
  captureBroken: {
    zh: '文件从第 {offset} 字节起损坏，只读取了之前的内容',
    en: 'The file is damaged from byte {offset} on; what is before it was read',
  },
  answerCut: {
    zh: '响应体在抓包文件中不完整，未在其中查找动态值',
    en: 'The response body is incomplete in the capture and was not searched for dynamic values',
  },
  answerCompressed: {
    zh: '响应体的压缩格式 {name} 无法解压，未在其中查找动态值',
    en: 'The response body is compressed ({name}) and cannot be decompressed here; it was not searched for dynamic values',
  },
  lostBytes: {
    zh: '抓包文件缺少此会话的 {count} 字节，相关请求可能不完整；请用更大的抓包长度和缓冲区重新抓包',
    en: '{count} bytes of this conversation are missing in the capture, so requests may be incomplete; capture again with a larger snapshot length and buffer',
  },
  requestMissing: {
    zh: '{count} 个响应的请求不在抓包文件中，未导入；请在打开连接之前开始抓包',
    en: 'Responses without a request in the capture, which were not imported: {count}; start the capture before connections are opened',
  },
  ipFragments: {
    zh: '{count} 个 IP 分片未重组，其内容未读取',
    en: 'IP fragments that were not put together, and whose content was not read: {count}',
  },
  otherPackets: {
    zh: '{count} 个数据包不是 IP 数据包，或链路类型不支持，未读取',
    en: 'Packets that are no IP packets, or of a link type that is not supported, and were not read: {count}',
  },
  unlistedPackets: {
    zh: '会话过多，{count} 个数据包所属的会话未列出，请按地址或端口过滤后重新抓包',
    en: 'Packets of conversations beyond the limit, which are not listed: {count}; capture again with a filter by address or port',
  },
  encrypted: {
    zh: '{count} 个 TLS 会话已加密，其中的请求未读取；请选择客户端的密钥日志文件（SSLKEYLOGFILE），或改用 HAR 文件',
    en: 'Encrypted TLS conversations whose requests were not read: {count}; select the key log file of the client (SSLKEYLOGFILE), or import a HAR file instead',
  },
  secretMissing: {
    zh: '{count} 个 TLS 会话的密钥不在密钥日志文件中，或会话的开头不在抓包文件中，其中的请求未读取',
    en: 'TLS conversations whose requests were not read because their secrets are not in the key log file or their beginning is not in the capture: {count}',
  },
  cipherSuite: {
    zh: '不支持解密密码套件 {name}，其中的请求未读取；请让客户端使用 TLS 1.3 或 AES-GCM',
    en: 'The cipher suite {name} cannot be decrypted and its requests were not read; let the client use TLS 1.3 or AES-GCM',
  },
  otherProtocol: {
    zh: '{count} 个 {name} 会话的内容过多，未导入',
    en: '{name} conversations with more content than can be kept: {count}; they were not imported',
  },
  messageFile: {
    zh: '{size} KB 的消息保存为文件 {name}，其中的密码和动态值未替换',
    en: 'A message of {size} KB is stored as the file {name}; passwords and dynamic values in it are not replaced',
  },
  streamTooLong: {
    zh: '{count} 条消息超过 {limit} MB，或此会话的长消息合计超过 {total} MB，未导入，请在发送步骤中选择文件',
    en: 'Messages that were not imported because they are longer than {limit} MB, or the long ones of the conversation exceed {total} MB: {count}; select a file in a step that sends instead',
  },
  streamGap: {
    zh: '{count} 条消息在抓包文件中不完整，未导入',
    en: 'Messages that are incomplete in the capture and were not imported: {count}',
  },
  streamCut: {
    zh: '内容过多，只导入了开头的消息',
    en: 'There is more content than can be kept; only the first messages were imported',
  },
  streamBegunBefore: {
    zh: '连接在抓包之前已经建立，之前的消息不在步骤中',
    en: 'The connection began before the capture; messages before that are not in the steps',
  },
  tooManySteps: {
    zh: '只生成前 {limit} 个步骤',
    en: 'Only the first {limit} steps were generated',
  },
  otherKind: {
    zh: '类型 {name} 不是 HTTP 请求，未导入',
    en: 'Is of the kind {name}, not an HTTP request, and was not imported',
  },
  environment: {
    zh: '文件中有 {count} 个环境，使用第一个：{name}',
    en: 'The file has {count} environments; the first one is used: {name}',
  },
  userAction: {
    zh: '操作 {name} 没有记录请求，未导入；要导入它发出的请求，请录制 HAR',
    en: 'The action {name} has no request and was not imported; record a HAR file to import what it sends',
  },
  userNavigation: {
    zh: '操作 {name} 打开了 {address}，但没有记录请求，未导入；要导入它，请录制 HAR',
    en: 'The action {name} opened {address}, but has no request and was not imported; record a HAR file to import it',
  },
  ruleUnfinished: {
    zh: '规则“{name}”的搜索量超过上限，未用于全部响应；请简化它的正则表达式',
    en: 'The rule “{name}” exceeds the limit of search work and was not applied to all responses. Simplify its regular expression',
  },
  differsUnknown: {
    zh: '两次录制的地址不同（{name}），且不来自任何响应，请改为参数或用脚本计算',
    en: 'The address differs between the recordings ({name}) and comes from no response; make it a parameter or compute it in a script',
  },
  badLines: {
    zh: '{count} 行不符合日志格式，未读取，第一处是第 {line} 行',
    en: '{count} lines do not have the format of the log and were not read, line {line} first',
  },
  badLogFormat: {
    zh: '日志格式无效：其中必须有时间、请求和状态码（例如 $time_local、$request、$status，或 %t、%r、%>s）',
    en: 'The log format is invalid: it must have time, request and status (such as $time_local, $request, $status, or %t, %r, %>s)',
  },
  refused: {
    zh: '{count} 个请求以状态码 {statuses} 结束，多为无效地址，未计入',
    en: '{count} requests were answered with {statuses}, mostly for addresses that do not exist, and were not counted',
  },
  rareRequests: {
    zh: '只列出请求最多的 {limit} 个地址，其余 {count} 个请求未导入',
    en: 'Only the {limit} addresses with the most requests are listed; {count} requests of others were not imported',
  },
  hostUnknown: {
    zh: '日志中没有主机，步骤只有路径，请填写组件的基础地址',
    en: 'The log does not tell the host, so the steps have paths only; enter the base address of the component',
  },
  bodyUnknown: {
    zh: '访问日志中没有请求体，请补充',
    en: 'An access log does not tell bodies of requests; add it',
  },
  tooManyLists: {
    zh: '参数超过 {limit} 个，{name} 只保留一个值',
    en: 'There are more than {limit} parameters; {name} keeps one value',
  },
  loadCut: {
    zh: '日志超过 {limit} 天，之后的请求不在负载中',
    en: 'The log covers more than {limit} days; requests after them are not in the load',
  },
  scriptSyntax: {
    zh: '此处有语法错误，未读取',
    en: 'There is a syntax error here; it was not read',
  },
  scriptTooDeep: {
    zh: '嵌套超过 {limit} 层，未读取',
    en: 'Is nested more than {limit} deep and was not read',
  },
  scriptTooLong: {
    zh: '脚本展开后超过 {limit} 条语句，其余未读取',
    en: 'The script unfolds into more than {limit} statements; the rest was not read',
  },
  computed: {
    zh: '“{code}”的结果只有运行脚本才能得到，未导入，请用脚本步骤或工具函数代替',
    en: '“{code}” is known only when the script runs and was not imported; use a script step or a tool function instead',
  },
  computedRequest: {
    zh: '请求未导入：“{code}”的结果只有运行脚本才能得到',
    en: 'The request was not imported: “{code}” is known only when the script runs',
  },
  condition: {
    zh: '是否执行取决于“{code}”，其中的内容未导入，请用“条件”步骤代替',
    en: 'Runs only if “{code}”; what is in it was not imported, use an If step instead',
  },
  unknownLoop: {
    zh: '循环次数只有运行脚本才能得到，其中的内容只导入了一遍，请加上循环步骤',
    en: 'How often it repeats is known only when the script runs; what is in it was imported once, add a loop step',
  },
  scriptOption: {
    zh: '选项 {name} 没有对应的设置，未导入',
    en: 'The option {name} has no counterpart and was not imported',
  },
  scriptLoad: {
    zh: '负载 {name} 没有对应的负载模型，未导入',
    en: 'The load {name} has no counterpart among the load models and was not imported',
  },
  severalLoads: {
    zh: '脚本有 {count} 个场景，在测试中同时运行，这里它们的请求依次执行；负载未导入，请按请求分别导入为组件',
    en: 'The script has {count} scenarios that run at the same time; their requests follow each other here and the load was not imported. Import the requests of each as a component of its own',
  },
  threshold: {
    zh: '阈值 {name} 没有对应的 SLA 规则，未导入',
    en: 'The threshold {name} has no counterpart among the SLA rules and was not imported',
  },
  scriptCheck: {
    zh: '检查 {name} 不能用检查点表示，未导入',
    en: 'The check {name} cannot be expressed as a checkpoint and was not imported',
  },
  parallel: {
    zh: '脚本同时发送这些请求，这里它们依次发送',
    en: 'The script sends these requests at the same time; here they follow each other',
  },
  dataFile: {
    zh: '数据文件 {name} 需要上传后作为参数使用，取自它的值未导入',
    en: 'The data file {name} has to be uploaded and used by a parameter; values from it were not imported',
  },
  runsOncePerUser: {
    zh: '{name} 在整个测试中只运行一次，这里每个用户运行一次',
    en: '{name} runs once in a test; here it runs once for each user',
  },
  otherFile: {
    zh: '只读取了这一个文件，{name} 的内容未知',
    en: 'Only this file was read; what {name} contains is not known',
  },
  functionLeft: {
    zh: '函数 {name} 未导入',
    en: 'The function {name} was not imported',
  },
  sentAsText: {
    zh: '提取的值 {name} 在 JSON 中按文本发送；如果应为数字，请去掉引号',
    en: 'The extracted value {name} is sent as a text within JSON; remove the quotes if it has to be a number',
  },
  more: { zh: '还有 {count} 项未列出', en: '{count} more are not listed' },
} as const satisfies Catalogue

export interface Left {
  /** Where in the file, e.g. `log.entries[3] GET /cart`; empty for the file itself. */
  readonly place: string
  readonly code: keyof typeof texts
  readonly text: Bilingual
}

const maxListed = 500

/** Collects what was left, each text once per place, and counts what is beyond the limit. */
export class LeftList {
  readonly #items: Left[] = []
  readonly #known = new Set<string>()
  #unlisted = 0

  add(place: string, code: Left['code'], params: TextParams = {}): void {
    const text = filled(texts[code], params)
    const key = `${place} ${text.en}`
    if (this.#known.has(key)) return
    if (this.#items.length >= maxListed) {
      this.#unlisted += 1
      return
    }
    this.#known.add(key)
    this.#items.push({ place, code, text })
  }

  get items(): readonly Left[] {
    if (this.#unlisted === 0) return this.#items
    const text = filled(texts.more, { count: this.#unlisted })
    return [...this.#items, { place: '', code: 'more', text }]
  }
}
