/** Samplers of plugins for protocols that JMeter itself does not support: WebSocket, gRPC and MQTT. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { choice, file, flag, lines, number, password, text } from './fields.ts'

const webSocket = (name: string, zh: string, en: string, items: readonly ItemDefinition[]) => ({
  testclass: `eu.luminis.jmeter.wssampler.${name}`,
  guiclass: `eu.luminis.jmeter.wssampler.${name}Gui`,
  icon: 'network' as const,
  isPlugin: true,
  zh,
  en,
  items,
})

const server: readonly ItemDefinition[] = [
  flag('TLS', '使用 TLS（wss）', 'Use TLS (wss)'),
  text('server', '服务器', 'Server'),
  number('port', '端口', 'Port', { initial: '80', max: 65_535 }),
  text('path', '路径', 'Path'),
  number('connectTimeout', '连接超时（毫秒）', 'Connection time-out (ms)', { initial: '20000' }),
]
const newConnection = flag('createNewConnection', '建立新连接', 'Set up a new connection', {
  initial: 'true',
  absent: 'false',
})
const readTimeout = number('readTimeout', '响应超时（毫秒）', 'Response time-out (ms)', { initial: '6000' })
const payload: readonly ItemDefinition[] = [
  choice('payloadType', '数据类型', 'Data type', [
    ['Text', '文本', 'Text'],
    ['Binary', '二进制（十六进制）', 'Binary (hex)'],
  ]),
  lines('requestData', '请求数据', 'Request data'),
  flag('loadDataFromFile', '从文件读取数据', 'Read data from file'),
  file('dataFile', '数据文件', 'Data file'),
]
const comparisons = [
  'Contains',
  'NotContains',
  'Equals',
  'NotEquals',
  'StartsWith',
  'NotStartsWith',
  'EndsWith',
  'NotEndsWith',
]
const comparison: readonly ItemDefinition[] = [
  choice('comparisonType', '比较方式', 'Comparison', ['IsPlain', ...comparisons], { isOpen: true }),
  text('matchValue', '匹配的值', 'Value to match'),
]

const mqtt = (name: string, zh: string, en: string, items: readonly ItemDefinition[]) => ({
  testclass: `net.xmeter.samplers.${name}`,
  guiclass: `net.xmeter.gui.${name}UI`,
  icon: 'message' as const,
  isPlugin: true,
  zh,
  en,
  items,
})

const topic: readonly ItemDefinition[] = [
  text('mqtt.topic_name', '主题', 'Topic'),
  choice('mqtt.qos_level', 'QoS', 'QoS', ['0', '1', '2'], { isOpen: true, absent: '' }),
]

export const pluginProtocolElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    webSocket('OpenWebSocketSampler', 'WebSocket 打开连接', 'WebSocket Open Connection', [
      ...server,
      readTimeout,
    ]),
    webSocket('RequestResponseWebSocketSampler', 'WebSocket 请求响应', 'WebSocket request-response Sampler', [
      newConnection,
      ...server,
      ...payload,
      readTimeout,
    ]),
    webSocket('SingleReadWebSocketSampler', 'WebSocket 读', 'WebSocket Single Read Sampler', [
      newConnection,
      ...server,
      choice('dataType', '数据类型', 'Data type', ['Text', 'Binary', 'Any'], { isOpen: true, absent: '' }),
      flag('optional', '没有数据也算成功', 'Reading nothing is a success'),
      readTimeout,
    ]),
    webSocket('SingleWriteWebSocketSampler', 'WebSocket 写', 'WebSocket Single Write Sampler', [
      newConnection,
      ...server,
      ...payload,
    ]),
    webSocket('PingPongSampler', 'WebSocket Ping/Pong', 'WebSocket Ping/Pong', [
      choice('type', '类型', 'Type', [
        ['PingPong', '发 Ping 等 Pong', 'Ping and wait for the pong'],
        ['Pong', '只发 Pong', 'Pong only'],
      ]),
      readTimeout,
    ]),
    webSocket('CloseWebSocketSampler', 'WebSocket 关闭', 'WebSocket Close', [
      number('statusCode', '状态码', 'Status code', { initial: '1000' }),
      readTimeout,
    ]),
    {
      testclass: 'vn.zalopay.benchmark.GRPCSampler',
      guiclass: 'vn.zalopay.benchmark.GRPCSamplerGui',
      icon: 'network',
      isPlugin: true,
      zh: 'gRPC 请求',
      en: 'GRPC Request',
      items: [
        text('GRPCSampler.host', '主机', 'Host'),
        number('GRPCSampler.port', '端口', 'Port', { max: 65_535 }),
        flag('GRPCSampler.tls', '使用 TLS', 'Use TLS'),
        flag('GRPCSampler.tlsDisableVerification', '不验证证书', 'Do not verify certificates'),
        text('GRPCSampler.protoFolder', 'proto 目录', 'Proto folder'),
        text('GRPCSampler.libFolder', '依赖目录', 'Library folder'),
        text('GRPCSampler.fullMethod', '方法（服务/方法）', 'Full method'),
        text('GRPCSampler.metadata', '元数据', 'Metadata'),
        number('GRPCSampler.deadline', '期限（毫秒）', 'Deadline (ms)', { initial: '1000', absent: '' }),
        lines('GRPCSampler.requestJson', '请求（JSON）', 'Request (JSON)'),
      ],
    },
    mqtt('ConnectSampler', 'MQTT 连接', 'MQTT Connect', [
      text('mqtt.server', '服务器', 'Server', { initial: '127.0.0.1', absent: '' }),
      number('mqtt.port', '端口', 'Port', { initial: '1883', absent: '', max: 65_535 }),
      text('mqtt.version', 'MQTT 版本', 'MQTT version', { initial: '3.1', absent: '' }),
      number('mqtt.conn_timeout', '超时（秒）', 'Time-out (s)', { initial: '10', absent: '' }),
      choice('mqtt.protocol', '协议', 'Protocol', ['TCP', 'SSL', 'WS', 'WSS'], { isOpen: true, absent: '' }),
      text('mqtt.ws_path', 'WebSocket 路径', 'WebSocket path'),
      flag('mqtt.dual_ssl_authentication', '双向 SSL 认证', 'Dual SSL authentication'),
      file('mqtt.clientcert_file_path', '客户端证书（*.p12）', 'Client certificate (*.p12)'),
      password('mqtt.clientcert_password', '证书密码', 'Certificate password'),
      text('mqtt.client_id_prefix', '客户端 ID 前缀', 'Client id prefix', { initial: 'conn_', absent: '' }),
      flag('mqtt.client_id_suffix', '加随机后缀', 'Add random suffix', { initial: 'true', absent: 'false' }),
      number('mqtt.conn_keep_alive', '保活（秒）', 'Keep alive (s)', { initial: '300', absent: '' }),
    ]),
    mqtt('PubSampler', 'MQTT 发布', 'MQTT Pub Sampler', [
      ...topic,
      flag('mqtt.add_timestamp', '消息加时间戳', 'Add timestamp in payload'),
      text('mqtt.message_type', '消息类型', 'Message type'),
      lines('mqtt.message_to_sent', '消息', 'Message'),
    ]),
    mqtt('SubSampler', 'MQTT 订阅', 'MQTT Sub Sampler', topic),
    mqtt('DisConnectSampler', 'MQTT 断开', 'MQTT DisConnect', []),
  ]),
  ...elementsOf('config', [
    webSocket('TextFrameFilter', 'WebSocket 文本帧过滤', 'WebSocket Text Frame Filter', comparison),
    webSocket('BinaryFrameFilter', 'WebSocket 二进制帧过滤', 'WebSocket Binary Frame Filter', [
      ...comparison,
      text('matchPosition', '匹配位置', 'Position'),
    ]),
    webSocket('PingFrameFilter', 'WebSocket Ping/Pong 帧过滤', 'WebSocket Ping/Pong Frame Filter', [
      choice('filterType', '过滤的帧', 'Frames to filter', [
        ['FilterAll', '全部', 'All'],
        ['FilterPingOnly', '仅 Ping', 'Ping only'],
        ['FilterPongOnly', '仅 Pong', 'Pong only'],
      ]),
      flag('replyToPing', '回复 Ping', 'Reply to ping'),
    ]),
  ]),
  ...elementsOf('assertion', [
    {
      testclass: 'eu.luminis.jmeter.assertions.BinaryContentAssertion',
      guiclass: 'eu.luminis.jmeter.assertions.BinaryContentAssertionGUI',
      isPlugin: true,
      zh: '二进制响应断言',
      en: 'Binary Response Assertion',
      items: [
        text('compareValue', '期望值（十六进制）', 'Value (hex)'),
        choice('comparisonType', '比较方式', 'Comparison', comparisons, { isOpen: true }),
      ],
    },
  ]),
]
