/** Elements of the popular plugin sets other than thread groups, listeners and protocols: jp@gc, bzm and AtlantBH. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { argumentTable, choice, column, file, flag, lines, list, number, table, text } from './fields.ts'

const plugin = { isPlugin: true } as const

const dummy: readonly ItemDefinition[] = [
  flag('SUCCESFULL', '成功', 'Successful sample', { initial: 'true', absent: 'false' }),
  text('RESPONSE_CODE', '响应代码', 'Response code', { initial: '200', absent: '' }),
  text('RESPONSE_MESSAGE', '响应消息', 'Response message', { initial: 'OK', absent: '' }),
  text('RESPONSE_TIME', '响应时间（毫秒）', 'Response time (ms)', {
    initial: '${__Random(50,500)}',
    absent: '',
  }),
  text('LATENCY', '延迟（毫秒）', 'Latency (ms)', { initial: '${__Random(1,50)}', absent: '' }),
  text('CONNECT', '连接时间（毫秒）', 'Connect time (ms)', { initial: '${__Random(1,5)}', absent: '' }),
  flag('WAITING', '按响应时间等待', 'Wait for the response time', { initial: 'true', absent: 'false' }),
  text('URL', 'URL', 'URL'),
  lines('REQUEST_DATA', '请求数据', 'Request data'),
  lines('RESPONSE_DATA', '响应数据', 'Response data'),
]

const jsonExpected: readonly ItemDefinition[] = [
  text('JSON_PATH', 'JSONPath 表达式', 'JSONPath expression'),
  flag('JSONVALIDATION', '校验期望值', 'Validate against expected value'),
  text('EXPECTED_VALUE', '期望值', 'Expected value'),
  flag('EXPECT_NULL', '期望 null', 'Expect null'),
  flag('INVERT', '取反', 'Invert assertion'),
]

const network: readonly ItemDefinition[] = [
  text('hostname', '主机', 'Host', { initial: 'localhost', absent: '' }),
  number('port', '端口', 'Port', { max: 65_535 }),
  number('timeout', '超时（毫秒）', 'Time-out (ms)', { initial: '1000', absent: '' }),
]

const shape = (name: string, zh: string, en: string) =>
  table(name, zh, en, {
    elementType: null,
    nameColumn: null,
    columns: [
      column(0, '起始每秒请求数', 'Start RPS', { widget: 'number', initial: '1' }),
      column(1, '结束每秒请求数', 'End RPS', { widget: 'number', initial: '10' }),
      column(2, '时长（秒）', 'Duration (s)', { widget: 'number', initial: '60' }),
    ],
  })

export const pluginElements: readonly ElementDefinition[] = [
  ...elementsOf('controller', [
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.control.ParameterizedController',
      guiclass: 'kg.apc.jmeter.control.ParameterizedControllerGui',
      icon: 'variables',
      zh: '参数化控制器（jp@gc）',
      en: 'jp@gc - Parameterized Controller',
      items: [argumentTable('ParameterizedController', '参数', 'Parameters')],
    },
    {
      ...plugin,
      testclass: 'com.blazemeter.jmeter.control.WeightedSwitchController',
      guiclass: 'com.blazemeter.jmeter.control.WeightedSwitchControllerGui',
      icon: 'branch',
      zh: '加权开关控制器（bzm）',
      en: 'bzm - Weighted Switch Controller',
      items: [
        table('Weights', '权重', 'Weights', {
          elementType: null,
          nameColumn: null,
          columns: [
            column(0, '子元素', 'Child'),
            column(1, '权重', 'Weight', { widget: 'number', initial: '100' }),
          ],
        }),
        flag('Random_Choice', '随机选择', 'Choose at random'),
      ],
    },
  ]),
  ...elementsOf('sampler', [
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.samplers.DummySampler',
      guiclass: 'kg.apc.jmeter.samplers.DummySamplerGui',
      icon: 'debug',
      zh: '模拟取样器（jp@gc）',
      en: 'jp@gc - Dummy Sampler',
      items: dummy,
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.samplers.HTTPRawSampler',
      guiclass: 'kg.apc.jmeter.samplers.HTTPRawSamplerGui',
      icon: 'http',
      zh: 'HTTP 原始请求（jp@gc）',
      en: 'jp@gc - HTTP Raw Request',
      items: [
        ...network,
        flag('keepalive', '保持连接', 'Keep connection open'),
        flag('parse', '解析响应', 'Parse the answer as HTTP', { initial: 'true', absent: 'false' }),
        lines('data', '请求数据', 'Request data'),
        file('fileName', '数据文件', 'Data file'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.samplers.UDPSampler',
      guiclass: 'kg.apc.jmeter.samplers.UDPSamplerGui',
      icon: 'network',
      zh: 'UDP 请求（jp@gc）',
      en: 'jp@gc - UDP Request',
      items: [
        ...network,
        flag('waitresponse', '等待响应', 'Wait for response', { initial: 'true', absent: 'false' }),
        flag('closechannel', '关闭套接字', 'Close UDP socket'),
        choice(
          'encodeclass',
          '编码类',
          'Data encode/decode class',
          [
            'kg.apc.jmeter.samplers.HexStringUDPDecoder',
            'kg.apc.jmeter.samplers.UDPSampler',
            'kg.apc.jmeter.samplers.DNSJavaTCPClientImpl',
          ],
          { isOpen: true, absent: '' },
        ),
        lines('data', '请求数据', 'Request data'),
      ],
    },
    {
      ...plugin,
      testclass: 'com.atlantbh.jmeter.plugins.jsontoxmlconverter.JSONToXMLConverter',
      guiclass: 'com.atlantbh.jmeter.plugins.jsontoxmlconverter.gui.JSONToXMLConverterGui',
      icon: 'code',
      zh: 'JSON 转 XML（jp@gc）',
      en: 'jp@gc - JSON to XML Converter',
      items: [lines('JSONINPUT', 'JSON 输入', 'JSON input')],
    },
    {
      ...plugin,
      testclass: 'com.googlecode.jmeter.plugins.webdriver.sampler.WebDriverSampler',
      guiclass: 'com.googlecode.jmeter.plugins.webdriver.sampler.gui.WebDriverSamplerGui',
      icon: 'code',
      zh: 'WebDriver 取样器（jp@gc）',
      en: 'jp@gc - WebDriver Sampler',
      items: [
        text('WebDriverSampler.language', '脚本语言', 'Script language', { initial: 'groovy', absent: '' }),
        text('WebDriverSampler.parameters', '参数', 'Parameters'),
        lines('WebDriverSampler.script', '脚本', 'Script'),
      ],
    },
  ]),
  ...elementsOf('config', [
    {
      ...plugin,
      testclass: 'com.blazemeter.jmeter.RandomCSVDataSetConfig',
      guiclass: 'com.blazemeter.jmeter.RandomCSVDataSetConfigGui',
      icon: 'file',
      zh: '随机 CSV 数据（bzm）',
      en: 'bzm - Random CSV Data Set Config',
      items: [
        file('filename', '文件名', 'Filename'),
        text('fileEncoding', '文件编码', 'File encoding', { initial: 'UTF-8' }),
        text('delimiter', '分隔符', 'Delimiter', { initial: ',' }),
        text('variableNames', '变量名', 'Variable names'),
        flag('randomOrder', '随机顺序', 'Random order', { initial: 'true' }),
        flag('ignoreFirstLine', '首行是列名', 'First line is the header'),
        flag('rewindOnTheEndOfList', '到末尾后重新开始', 'Rewind at the end of the list', {
          initial: 'true',
        }),
        flag('independentListPerThread', '每个线程各自一份', 'Independent list per thread'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.config.VariablesFromCSV',
      guiclass: 'kg.apc.jmeter.config.VariablesFromCSVGui',
      aliases: ['kg.apc.jmeter.config.VariablesFromCSVFile'],
      icon: 'variables',
      zh: '来自 CSV 的变量（jp@gc）',
      en: 'jp@gc - Variables From CSV File',
      items: [
        file('filename', '文件名', 'Filename'),
        text('variablesPrefix', '变量前缀', 'Variable prefix'),
        text('delimiter', '分隔符', 'Delimiter', { initial: ';', absent: '' }),
        number('skipLines', '跳过行数', 'Lines to skip', { type: 'int', initial: '0' }),
        flag('storeSysProp', '同时存为系统属性', 'Store as system properties too'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.config.redis.RedisDataSet',
      icon: 'database',
      zh: 'Redis 数据集（jp@gc）',
      en: 'jp@gc - Redis Data Set',
      items: [
        text('redisKey', 'Redis 键', 'Redis key'),
        text('variableNames', '变量名', 'Variable names'),
        text('delimiter', '分隔符', 'Delimiter', { initial: ',' }),
        text('host', '主机', 'Host'),
        number('port', '端口', 'Port', { initial: '6379', max: 65_535 }),
        text('password', '密码', 'Password'),
        number('database', '数据库', 'Database', { initial: '0' }),
        number('timeout', '超时（毫秒）', 'Time-out (ms)', { initial: '2000' }),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.config.LockFile',
      guiclass: 'kg.apc.jmeter.config.LockFileGui',
      icon: 'file',
      zh: '锁文件（jp@gc）',
      en: 'jp@gc - Lock File Config',
      items: [
        text('filename', '锁文件名', 'Lock file name'),
        text('filemask', '检查的文件', 'Also check for files'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.config.DistributedTestControl',
      guiclass: 'kg.apc.jmeter.config.DistributedTestControlGui',
      zh: '分布式测试控制（jp@gc）',
      en: 'jp@gc - Distributed Test Control',
      isOffered: false,
      items: [list('SERVERS', '服务器', 'Servers')],
    },
  ]),
  ...elementsOf('timer', [
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.timers.VariableThroughputTimer',
      guiclass: 'kg.apc.jmeter.timers.VariableThroughputTimerGui',
      zh: '吞吐量整形定时器（jp@gc）',
      en: 'jp@gc - Throughput Shaping Timer',
      items: [shape('load_profile', '每秒请求数计划', 'Requests per second schedule')],
    },
  ]),
  ...elementsOf('preProcessor', [
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.modifiers.FifoPopPreProcessor',
      guiclass: 'kg.apc.jmeter.modifiers.FifoPopPreProcessorGui',
      zh: '线程间通信：取（jp@gc）',
      en: 'jp@gc - Inter-Thread Communication PreProcessor',
      items: [
        text('FifoName', '队列名', 'FIFO queue name', { initial: 'SYNC_FIFO', absent: '' }),
        text('Variable', '存入变量', 'Variable to store the value', { initial: 'gotData', absent: '' }),
        number('Timeout', '超时（秒）', 'Time-out (s)'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.modifiers.RawRequestSourcePreProcessor',
      guiclass: 'kg.apc.jmeter.modifiers.RawRequestSourcePreProcessorGui',
      zh: '原始数据源（jp@gc）',
      en: 'jp@gc - Raw Data Source PreProcessor',
      items: [
        file('filename', '数据文件', 'Data file'),
        text('variable_name', '变量名', 'Variable name', { initial: 'rawData', absent: '' }),
        flag('rewind', '到末尾后重新开始', 'Rewind at the end', { initial: 'true', absent: 'false' }),
        flag('isHex', '编码为十六进制', 'Encode as hex'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.modifiers.AnchorModifier',
      guiclass: 'kg.apc.jmeter.modifiers.AnchorModifierGui',
      zh: '爬虫前置处理器（jp@gc）',
      en: 'jp@gc - Spider PreProcessor',
    },
  ]),
  ...elementsOf('postProcessor', [
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.modifiers.FifoPutPostProcessor',
      guiclass: 'kg.apc.jmeter.modifiers.FifoPutPostProcessorGui',
      zh: '线程间通信：放（jp@gc）',
      en: 'jp@gc - Inter-Thread Communication PostProcessor',
      items: [
        text('FifoName', '队列名', 'FIFO queue name', { initial: 'SYNC_FIFO', absent: '' }),
        text('Value', '放入的值', 'Value to put'),
      ],
    },
    {
      ...plugin,
      testclass: 'kg.apc.jmeter.modifiers.DummySubPostProcessor',
      guiclass: 'kg.apc.jmeter.modifiers.DummySubPostProcessorGui',
      icon: 'debug',
      zh: '添加模拟子样本（jp@gc）',
      en: 'jp@gc - Add Dummy Subresult',
      items: dummy,
    },
    {
      ...plugin,
      testclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.JSONPathExtractor',
      guiclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.gui.JSONPathExtractorGui',
      zh: 'JSON Path 提取器（jp@gc）',
      en: 'jp@gc - JSON Path Extractor',
      items: [
        text('VAR', '存入变量', 'Destination variable'),
        text('JSONPATH', 'JSONPath 表达式', 'JSONPath expression'),
        text('DEFAULT', '默认值', 'Default value'),
        choice('SUBJECT', '来源', 'Take from', [
          ['BODY', '响应文本', 'Response text'],
          ['VAR', '变量', 'Variable'],
        ]),
        text('VARIABLE', '来源变量', 'JMeter variable', { when: { name: 'SUBJECT', isOneOf: ['VAR'] } }),
      ],
    },
    {
      ...plugin,
      testclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonformatter.JSONFormatter',
      guiclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonformatter.gui.JSONFormatterGui',
      zh: 'JSON 格式化（jp@gc）',
      en: 'jp@gc - JSON Format Post Processor',
    },
    {
      ...plugin,
      testclass: 'com.atlantbh.jmeter.plugins.xmlformatter.XMLFormatPostProcessor',
      guiclass: 'com.atlantbh.jmeter.plugins.xmlformatter.gui.XMLFormatPostProcessorGui',
      zh: 'XML 格式化（jp@gc）',
      en: 'jp@gc - XML Format Post Processor',
    },
  ]),
  ...elementsOf('assertion', [
    {
      ...plugin,
      testclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion',
      guiclass: 'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.gui.JSONPathAssertionGui',
      zh: 'JSON Path 断言（jp@gc）',
      en: 'jp@gc - JSON Path Assertion',
      items: jsonExpected,
    },
  ]),
  ...elementsOf('nonTest', [
    {
      ...plugin,
      testclass: 'org.jmeterplugins.protocol.http.control.HttpSimpleTableControl',
      guiclass: 'org.jmeterplugins.protocol.http.control.gui.HttpSimpleTableControlGui',
      icon: 'table',
      zh: 'HTTP 简单表服务（jp@gc）',
      en: 'jp@gc - HTTP Simple Table Server',
      items: [
        number('HttpSimpleTableControlGui.port', '端口', 'Port', {
          initial: '9191',
          absent: '',
          max: 65_535,
        }),
        text('HttpSimpleTableControlGui.dir', '数据目录', 'Data set directory'),
        flag('HttpSimpleTableControlGui.timestamp', '文件加时间戳', 'Timestamp', {
          initial: 'true',
          absent: 'false',
        }),
      ],
    },
  ]),
]
