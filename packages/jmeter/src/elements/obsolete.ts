/** Elements of older versions that JMeter 5 still reads and ignores: it shows them as obsolete and sends nothing. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { file, flag, lines, nested, number, text } from './fields.ts'
import { collector } from './listeners.ts'

const obsolete = { isDeprecated: true, isOffered: false } as const

const soap: readonly ItemDefinition[] = [
  text('SoapSampler.URL_DATA', 'URL', 'URL'),
  lines('HTTPSamper.xml_data', 'SOAP/XML-RPC 数据', 'SOAP/XML-RPC data'),
  file('SoapSampler.xml_data_file', '数据文件', 'Data file'),
  text('SoapSampler.SOAP_ACTION', 'SOAPAction', 'SOAPAction'),
  flag('SoapSampler.SEND_SOAP_ACTION', '发送 SOAPAction', 'Send SOAPAction'),
  flag('HTTPSampler.use_keepalive', '使用 KeepAlive', 'Use keep-alive'),
]

const webService: readonly ItemDefinition[] = [
  text('HTTPSampler.protocol', '协议', 'Protocol'),
  text('HTTPSampler.domain', '服务器名称或 IP', 'Server name or IP'),
  number('HTTPSampler.port', '端口', 'Port', { max: 65_535 }),
  text('HTTPSampler.path', '路径', 'Path'),
  text('Soap.Action', 'SOAPAction', 'SOAPAction'),
  text('WebserviceSampler.wsdl_url', 'WSDL 地址', 'WSDL URL'),
  lines('HTTPSamper.xml_data', 'SOAP/XML-RPC 数据', 'SOAP/XML-RPC data'),
  file('WebServiceSampler.xml_data_file', '数据文件', 'Data file'),
]

const chart = (guiclass: string, zh: string, en: string) => ({
  ...obsolete,
  testclass: 'ResultCollector',
  guiclass,
  icon: 'chart' as const,
  zh,
  en,
  items: collector,
})

export const obsoleteElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      ...obsolete,
      testclass: 'SoapSampler',
      guiclass: 'SoapSamplerGui',
      icon: 'http',
      zh: 'SOAP/XML-RPC 请求（已移除）',
      en: 'SOAP/XML-RPC Request (removed)',
      items: soap,
    },
    {
      ...obsolete,
      testclass: 'WebServiceSampler',
      guiclass: 'WebServiceSamplerGui',
      icon: 'http',
      zh: 'WebService(SOAP) 请求（已移除）',
      en: 'WebService(SOAP) Request (removed)',
      items: webService,
    },
  ]),
  ...elementsOf('preProcessor', [
    {
      ...obsolete,
      testclass: 'ParamModifier',
      guiclass: 'ParamModifierGui',
      zh: 'HTML 参数掩码（已移除）',
      en: 'HTML Parameter Mask (removed)',
      items: [
        nested('ParamModifier.mask', { elementType: 'ParamMask' }, [
          text('ParamModifier.field_name', '参数名', 'Name of the parameter'),
          text('ParamModifier.prefix', '前缀', 'ID prefix'),
          number('ParamModifier.lower_bound', '下限', 'Lower bound', { type: 'long' }),
          number('ParamModifier.upper_bound', '上限', 'Upper bound', { type: 'long' }),
          number('ParamModifier.increment', '增量', 'Increment', { type: 'long' }),
          text('ParamModifier.suffix', '后缀', 'ID suffix'),
        ]),
      ],
    },
    {
      ...obsolete,
      testclass: 'UserParameterModifier',
      guiclass: 'UserParameterModifierGui',
      zh: 'HTTP 用户参数修饰符（已移除）',
      en: 'HTTP User Parameter Modifier (removed)',
      items: [text('UserParameterModifier.xmluri', '参数文件', 'Parameter file')],
    },
  ]),
  ...elementsOf('listener', [
    chart('SplineVisualizer', '样条可视化（已移除）', 'Spline Visualizer (removed)'),
    chart('DistributionGraphVisualizer', '分布图（已移除）', 'Distribution Graph (removed)'),
    chart('MonitorHealthVisualizer', '监视器结果（已移除）', 'Monitor Results (removed)'),
    chart('GraphAccumVisualizer', '累积图（已移除）', 'Graph Full Results (removed)'),
  ]),
  ...elementsOf('config', [
    {
      ...obsolete,
      testclass: 'ConfigTestElement',
      guiclass: 'JndiDefaultsGui',
      zh: 'JNDI 默认值（已移除）',
      en: 'JNDI Defaults (removed)',
    },
    {
      ...obsolete,
      testclass: 'ConfigTestElement',
      guiclass: 'SqlConfigGui',
      icon: 'database',
      zh: 'SQL 默认请求（已移除）',
      en: 'SQL Query Defaults (removed)',
      items: [lines('JDBCSampler.query', 'SQL 语句', 'Query')],
    },
  ]),
]
