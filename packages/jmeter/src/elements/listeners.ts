/** Listeners, and elements for inspecting a running plan. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { argumentTable, choice, flag, nested, number, object, text } from './fields.ts'
import { beanShell, bsf, jsr223 } from './scripts.ts'

/** The fields of a listener's file: tag, label, and whether JMeter writes it by default. */
const saved: readonly (readonly [name: string, zh: string, en: string, isOn: boolean])[] = [
  ['time', '耗时', 'Elapsed time', true],
  ['latency', '延迟', 'Latency', true],
  ['timestamp', '时间戳', 'Time stamp', true],
  ['success', '成功', 'Success', true],
  ['label', '标签', 'Label', true],
  ['code', '响应代码', 'Response code', true],
  ['message', '响应消息', 'Response message', true],
  ['threadName', '线程名', 'Thread name', true],
  ['dataType', '数据类型', 'Data type', true],
  ['encoding', '编码', 'Encoding', false],
  ['assertions', '断言结果（XML）', 'Assertion results (XML)', true],
  ['subresults', '子样本（XML）', 'Sub results (XML)', true],
  ['responseData', '响应数据（XML）', 'Response data (XML)', false],
  ['samplerData', '取样器数据（XML）', 'Sampler data (XML)', false],
  ['xml', '存为 XML', 'Save as XML', false],
  ['fieldNames', '字段名（CSV）', 'Field names (CSV)', true],
  ['responseHeaders', '响应头（XML）', 'Response headers (XML)', false],
  ['requestHeaders', '请求头（XML）', 'Request headers (XML)', false],
  ['responseDataOnError', '出错时的响应数据', 'Response data on error', false],
  ['saveAssertionResultsFailureMessage', '断言失败消息', 'Assertion failure message', true],
  ['bytes', '接收字节', 'Received bytes', true],
  ['sentBytes', '发送字节', 'Sent bytes', true],
  ['url', 'URL', 'URL', true],
  ['threadCounts', '活动线程数', 'Active thread counts', true],
  ['idleTime', '空闲时间', 'Idle time', true],
  ['connectTime', '连接时间', 'Connect time', true],
]

/** Fields of all elements that write samples to a file. */
export const collector: readonly ItemDefinition[] = [
  text('filename', '写入文件', 'Write results to file'),
  flag('ResultCollector.error_logging', '仅记录失败', 'Log errors only'),
  flag('ResultCollector.success_only_logging', '仅记录成功', 'Log successes only'),
  object('saveConfig', 'SampleSaveConfiguration', [
    ...saved.map(([name, zh, en, isOn]) => flag(name, zh, en, { initial: String(isOn) })),
    number('assertionsResultsToSave', '保存的断言结果', 'Assertion results to save', {
      type: 'int',
      initial: '0',
    }),
  ]),
]

const visualizer = (
  guiclass: string,
  zh: string,
  en: string,
  icon: 'tree' | 'table' | 'chart' | 'file' | 'listener',
) => ({
  testclass: 'ResultCollector',
  guiclass,
  icon,
  zh,
  en,
  items: collector,
})

export const listenerElements: readonly ElementDefinition[] = [
  ...elementsOf('listener', [
    visualizer('ViewResultsFullVisualizer', '查看结果树', 'View Results Tree', 'tree'),
    visualizer('TableVisualizer', '用表格查看结果', 'View Results in Table', 'table'),
    visualizer('SummaryReport', '汇总报告', 'Summary Report', 'table'),
    visualizer('StatVisualizer', '聚合报告', 'Aggregate Report', 'table'),
    visualizer('StatGraphVisualizer', '汇总图', 'Aggregate Graph', 'chart'),
    visualizer('GraphVisualizer', '图形结果', 'Graph Results', 'chart'),
    visualizer('RespTimeGraphVisualizer', '响应时间图', 'Response Time Graph', 'chart'),
    visualizer('AssertionVisualizer', '断言结果', 'Assertion Results', 'listener'),
    visualizer('ComparisonVisualizer', '比较断言可视化器', 'Comparison Assertion Visualizer', 'listener'),
    visualizer('SimpleDataWriter', '简单数据写入器', 'Simple Data Writer', 'file'),
    {
      testclass: 'MailerResultCollector',
      guiclass: 'MailerVisualizer',
      icon: 'mail',
      zh: '邮件观察仪',
      en: 'Mailer Visualizer',
      items: [
        ...collector,
        nested('MailerResultCollector.mailer_model', { elementType: 'MailerModel' }, [
          number('MailerModel.successLimit', '成功上限', 'Success limit', { initial: '2' }),
          number('MailerModel.failureLimit', '失败上限', 'Failure limit', { initial: '2' }),
          text('MailerModel.successSubject', '成功主题', 'Success subject'),
          text('MailerModel.failureSubject', '失败主题', 'Failure subject'),
          text('MailerModel.fromAddress', '发件人', 'From'),
          text('MailerModel.addressie', '收件人', 'Addressees'),
          text('MailerModel.smtpHost', 'SMTP 主机', 'SMTP host'),
          number('MailerModel.smtpPort', 'SMTP 端口', 'SMTP port', { max: 65_535 }),
          text('MailerModel.login', '登录名', 'Login'),
          text('MailerModel.password', '密码', 'Password'),
          choice('MailerModel.authType', '安全连接', 'Security', [
            ['NONE', '无', 'None'],
            ['SSL', 'SSL', 'SSL'],
            ['TLS', 'TLS', 'TLS'],
          ]),
        ]),
      ],
    },
    {
      testclass: 'BackendListener',
      guiclass: 'BackendListenerGui',
      icon: 'chart',
      zh: '后端监听器',
      en: 'Backend Listener',
      items: [
        choice(
          'classname',
          '实现',
          'Implementation',
          [
            'org.apache.jmeter.visualizers.backend.graphite.GraphiteBackendListenerClient',
            'org.apache.jmeter.visualizers.backend.influxdb.InfluxdbBackendListenerClient',
            'org.apache.jmeter.visualizers.backend.influxdb.InfluxDBRawBackendListenerClient',
          ],
          { isOpen: true },
        ),
        number('QUEUE_SIZE', '异步队列大小', 'Async queue size', { initial: '5000', min: 1 }),
        argumentTable('arguments', '参数', 'Parameters'),
      ],
    },
    {
      testclass: 'ResultSaver',
      guiclass: 'ResultSaverGui',
      icon: 'file',
      zh: '保存响应到文件',
      en: 'Save Responses to a file',
      items: [
        text('FileSaver.filename', '文件名前缀', 'File name prefix'),
        text('FileSaver.variablename', '保存文件名的变量', 'Variable containing saved file name'),
        flag('FileSaver.errorsonly', '只保存失败响应', 'Save failed responses only'),
        flag('FileSaver.successonly', '只保存成功响应', 'Save successful responses only'),
        flag('FileSaver.skipautonumber', '不加编号', 'Do not add number to prefix'),
        flag('FileSaver.skipsuffix', '不加后缀', 'Do not add suffix'),
        flag('FileSaver.addTimstamp', '添加时间戳', 'Add timestamp'),
        number('FileSaver.numberPadLen', '编号最少位数', 'Minimum length of sequence number'),
        flag('FileSaver.ignoreTC', '忽略事务控制器样本', 'Do not save Transaction Controller samples', {
          initial: 'true',
        }),
      ],
    },
    {
      testclass: 'Summariser',
      guiclass: 'SummariserGui',
      zh: '生成概要结果',
      en: 'Generate Summary Results',
    },
    { testclass: 'JSR223Listener', icon: 'code', zh: 'JSR223 监听器', en: 'JSR223 Listener', items: jsr223 },
    {
      testclass: 'BeanShellListener',
      icon: 'code',
      zh: 'BeanShell 监听器',
      en: 'BeanShell Listener',
      items: beanShell,
    },
    {
      testclass: 'BSFListener',
      icon: 'code',
      zh: 'BSF 监听器（弃用）',
      en: 'BSF Listener (deprecated)',
      isDeprecated: true,
      items: bsf,
    },
  ]),
  ...elementsOf('nonTest', [
    {
      testclass: 'ConfigTestElement',
      guiclass: 'PropertyControlGui',
      icon: 'debug',
      zh: '属性显示',
      en: 'Property Display',
    },
  ]),
]
