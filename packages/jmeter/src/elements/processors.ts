/** Pre-processors and post-processors, extractors among them. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { choice, column, flag, lines, list, number, table, text } from './fields.ts'
import { beanShell, bsf, jsr223 } from './scripts.ts'

/**
 * What an element is applied to: the sample, its children, or a variable; extractors and assertions store it under
 * different names.
 */
export const scopeFields = (
  property: 'Sample.scope' | 'Assertion.scope',
): readonly [ItemDefinition, ItemDefinition] => [
  choice(property, '适用范围', 'Apply to', [
    ['parent', '主样本', 'Main sample only'],
    ['children', '子样本', 'Sub-samples only'],
    ['all', '主样本和子样本', 'Main sample and sub-samples'],
    ['variable', 'JMeter 变量', 'JMeter variable'],
  ]),
  text('Scope.variable', '变量名', 'Variable name', { when: { name: property, isOneOf: ['variable'] } }),
]
const scope = scopeFields('Sample.scope')

const matchHint: Bilingual = { zh: '0 为随机，-1 为全部', en: '0 = random, -1 = all' }
const match = (name: string, initial = '') =>
  number(name, '匹配序号', 'Match no.', { initial, min: -1, hint: matchHint })
const refname = (name: string) => text(name, '变量名', 'Name of created variable')
const fallback = (name: string) => text(name, '默认值', 'Default value')
const emptyDefault = (name: string) => flag(name, '默认值为空字符串', 'Use empty default value')

const sourceOptions = [
  ['false', '响应体', 'Body'],
  ['unescaped', '响应体（反转义）', 'Body (unescaped)'],
  ['as_document', '响应体作为文档', 'Body as a document'],
  ['true', '响应头', 'Response headers'],
  ['request_headers', '请求头', 'Request headers'],
  ['URL', 'URL', 'URL'],
  ['code', '响应代码', 'Response code'],
  ['message', '响应消息', 'Response message'],
] as const

export const preProcessorElements: readonly ElementDefinition[] = elementsOf('preProcessor', [
  {
    testclass: 'JSR223PreProcessor',
    icon: 'code',
    zh: 'JSR223 预处理程序',
    en: 'JSR223 PreProcessor',
    items: jsr223,
  },
  {
    testclass: 'UserParameters',
    guiclass: 'UserParametersGui',
    icon: 'variables',
    zh: '用户参数',
    en: 'User Parameters',
    items: [
      list('UserParameters.names', '参数名', 'Names'),
      table('UserParameters.thread_values', '各用户的值', 'Values of each user', {
        elementType: null,
        nameColumn: null,
        // The usual maximum of names; further values of a plan are left unchanged.
        columns: Array.from({ length: 6 }, (_, index) =>
          column(index, `参数 ${index + 1}`, `Parameter ${index + 1}`),
        ),
      }),
      flag('UserParameters.per_iteration', '每次迭代更新一次', 'Update once per iteration', {
        initial: 'true',
      }),
    ],
  },
  {
    testclass: 'SampleTimeout',
    guiclass: 'SampleTimeoutGui',
    icon: 'timer',
    zh: '取样器超时',
    en: 'Sample Timeout',
    items: [
      number('InterruptTimer.timeout', '超时（毫秒）', 'Sample time-out (ms)', {
        initial: '10000',
        absent: '',
      }),
    ],
  },
  {
    testclass: 'BeanShellPreProcessor',
    icon: 'code',
    zh: 'BeanShell 预处理程序',
    en: 'BeanShell PreProcessor',
    items: beanShell,
  },
  {
    testclass: 'BSFPreProcessor',
    icon: 'code',
    zh: 'BSF 预处理程序（弃用）',
    en: 'BSF PreProcessor (deprecated)',
    isDeprecated: true,
    items: bsf,
  },
])

export const postProcessorElements: readonly ElementDefinition[] = elementsOf('postProcessor', [
  {
    testclass: 'RegexExtractor',
    guiclass: 'RegexExtractorGui',
    zh: '正则表达式提取器',
    en: 'Regular Expression Extractor',
    items: [
      ...scope,
      choice('RegexExtractor.useHeaders', '检查的部分', 'Field to check', sourceOptions),
      refname('RegexExtractor.refname'),
      text('RegexExtractor.regex', '正则表达式', 'Regular expression'),
      text('RegexExtractor.template', '模板（$1$ 为第 1 组）', 'Template ($1$ = group 1)'),
      match('RegexExtractor.match_number'),
      fallback('RegexExtractor.default'),
      emptyDefault('RegexExtractor.default_empty_value'),
    ],
  },
  {
    testclass: 'JSONPostProcessor',
    guiclass: 'JSONPostProcessorGui',
    zh: 'JSON 提取器',
    en: 'JSON Extractor',
    items: [
      ...scope,
      text(
        'JSONPostProcessor.referenceNames',
        '变量名（用 ; 分隔）',
        'Names of created variables (separated by ;)',
      ),
      text(
        'JSONPostProcessor.jsonPathExprs',
        'JSONPath 表达式（用 ; 分隔）',
        'JSONPath expressions (separated by ;)',
      ),
      text('JSONPostProcessor.match_numbers', '匹配序号（用 ; 分隔）', 'Match nos. (separated by ;)', {
        hint: matchHint,
      }),
      text('JSONPostProcessor.defaultValues', '默认值（用 ; 分隔）', 'Default values (separated by ;)'),
      flag(
        'JSONPostProcessor.compute_concat',
        '计算连接变量（后缀 _ALL）',
        'Compute concatenation var (suffix _ALL)',
      ),
    ],
  },
  {
    testclass: 'JMESPathExtractor',
    guiclass: 'JMESPathExtractorGui',
    zh: 'JSON JMESPath 提取器',
    en: 'JSON JMESPath Extractor',
    items: [
      ...scope,
      refname('JMESExtractor.referenceName'),
      text('JMESExtractor.jmesPathExpr', 'JMESPath 表达式', 'JMESPath expression'),
      match('JMESExtractor.matchNumber'),
      fallback('JMESExtractor.defaultValue'),
    ],
  },
  {
    testclass: 'BoundaryExtractor',
    guiclass: 'BoundaryExtractorGui',
    zh: '边界提取器',
    en: 'Boundary Extractor',
    items: [
      ...scope,
      choice('BoundaryExtractor.useHeaders', '检查的部分', 'Field to check', sourceOptions),
      refname('BoundaryExtractor.refname'),
      text('BoundaryExtractor.lboundary', '左边界', 'Left boundary'),
      text('BoundaryExtractor.rboundary', '右边界', 'Right boundary'),
      match('BoundaryExtractor.match_number'),
      fallback('BoundaryExtractor.default'),
      emptyDefault('BoundaryExtractor.default_empty_value'),
    ],
  },
  {
    testclass: 'HtmlExtractor',
    guiclass: 'HtmlExtractorGui',
    zh: 'CSS 选择器提取器',
    en: 'CSS Selector Extractor',
    items: [
      ...scope,
      choice('HtmlExtractor.extractor_impl', '实现', 'Implementation', [
        ['', '默认', 'Default'],
        'JSOUP',
        'JODD',
      ]),
      refname('HtmlExtractor.refname'),
      text('HtmlExtractor.expr', 'CSS 选择器', 'CSS selector expression'),
      text('HtmlExtractor.attribute', '属性', 'Attribute'),
      match('HtmlExtractor.match_number'),
      fallback('HtmlExtractor.default'),
      emptyDefault('HtmlExtractor.default_empty_value'),
    ],
  },
  {
    testclass: 'XPath2Extractor',
    guiclass: 'XPath2ExtractorGui',
    zh: 'XPath2 提取器',
    en: 'XPath2 Extractor',
    items: [
      ...scope,
      refname('XPathExtractor2.refname'),
      text('XPathExtractor2.xpathQuery', 'XPath 表达式', 'XPath query'),
      lines('XPathExtractor2.namespaces', '命名空间（每行 前缀=URI）', 'Namespaces (prefix=URI per line)'),
      match('XPathExtractor2.matchNumber', '0'),
      fallback('XPathExtractor2.default'),
      flag('XPathExtractor2.fragment', '返回整个片段', 'Return the whole fragment'),
    ],
  },
  {
    testclass: 'XPathExtractor',
    guiclass: 'XPathExtractorGui',
    zh: 'XPath 提取器',
    en: 'XPath Extractor',
    items: [
      ...scope,
      flag('XPathExtractor.tolerant', '使用 Tidy（宽容解析）', 'Use Tidy (tolerant parser)'),
      flag('XPathExtractor.quiet', 'Tidy 静默', 'Tidy quiet', { initial: 'true' }),
      flag('XPathExtractor.report_errors', 'Tidy 报告错误', 'Tidy reports errors'),
      flag('XPathExtractor.show_warnings', 'Tidy 显示警告', 'Tidy shows warnings'),
      flag('XPathExtractor.namespace', '使用命名空间', 'Use namespaces'),
      flag('XPathExtractor.validate', '校验 XML', 'Validate XML'),
      flag('XPathExtractor.whitespace', '忽略空白', 'Ignore whitespace'),
      flag('XPathExtractor.download_dtds', '获取外部 DTD', 'Fetch external DTDs'),
      refname('XPathExtractor.refname'),
      text('XPathExtractor.xpathQuery', 'XPath 表达式', 'XPath query'),
      match('XPathExtractor.matchNumber', '-1'),
      fallback('XPathExtractor.default'),
      flag('XPathExtractor.fragment', '返回整个片段', 'Return the whole fragment'),
    ],
  },
  {
    testclass: 'JSR223PostProcessor',
    icon: 'code',
    zh: 'JSR223 后置处理程序',
    en: 'JSR223 PostProcessor',
    items: jsr223,
  },
  {
    testclass: 'BeanShellPostProcessor',
    icon: 'code',
    zh: 'BeanShell 后置处理程序',
    en: 'BeanShell PostProcessor',
    items: beanShell,
  },
  {
    testclass: 'BSFPostProcessor',
    icon: 'code',
    zh: 'BSF 后置处理程序（弃用）',
    en: 'BSF PostProcessor (deprecated)',
    isDeprecated: true,
    items: bsf,
  },
  {
    testclass: 'DebugPostProcessor',
    icon: 'debug',
    zh: '调试后置处理程序',
    en: 'Debug PostProcessor',
    items: [
      flag('displayJMeterProperties', 'JMeter 属性', 'JMeter properties'),
      flag('displayJMeterVariables', 'JMeter 变量', 'JMeter variables', { initial: 'true' }),
      flag('displaySamplerProperties', '取样器属性', 'Sampler properties', { initial: 'true' }),
      flag('displaySystemProperties', '系统属性', 'System properties'),
    ],
  },
  {
    testclass: 'ResultAction',
    guiclass: 'ResultActionGui',
    icon: 'branch',
    zh: '结果状态处理器',
    en: 'Result Status Action Handler',
    items: [
      choice(
        'OnError.action',
        '取样出错后',
        'After a sampler error',
        [
          ['0', '继续', 'Continue'],
          ['4', '开始下一轮线程循环', 'Start next thread loop'],
          ['5', '进入当前循环的下一次', 'Go to next iteration of current loop'],
          ['6', '跳出当前循环', 'Break current loop'],
          ['1', '停止线程', 'Stop thread'],
          ['2', '停止测试', 'Stop test'],
          ['3', '立即停止测试', 'Stop test now'],
        ],
        { type: 'int' },
      ),
    ],
  },
])
