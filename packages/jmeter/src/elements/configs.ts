/** Configuration elements that belong to no protocol. */
import { type ElementDefinition, elementsOf } from './element.ts'
import { argumentRows, choice, file, flag, number, text } from './fields.ts'

export const configElements: readonly ElementDefinition[] = elementsOf('config', [
  {
    testclass: 'Arguments',
    guiclass: 'ArgumentsPanel',
    icon: 'variables',
    zh: '用户定义的变量',
    en: 'User Defined Variables',
    items: [argumentRows('变量', 'Variables')],
  },
  {
    testclass: 'CSVDataSet',
    icon: 'file',
    zh: 'CSV 数据文件设置',
    en: 'CSV Data Set Config',
    items: [
      file('filename', '文件', 'File'),
      choice(
        'fileEncoding',
        '文件编码',
        'File encoding',
        ['', 'UTF-8', 'UTF-16', 'GBK', 'GB18030', 'ISO-8859-15', 'US-ASCII'],
        {
          isOpen: true,
        },
      ),
      text('variableNames', '变量名（逗号分隔）', 'Variable names (comma-delimited)', {
        hint: { zh: '留空则用文件首行', en: 'Empty: the first line of the file' },
      }),
      flag('ignoreFirstLine', '忽略首行', 'Ignore first line'),
      text('delimiter', '分隔符（\\t 为制表符）', 'Delimiter (\\t = tab)', { initial: ',' }),
      flag('quotedData', '允许带引号', 'Allow quoted data'),
      flag('recycle', '到文件末尾后从头再读', 'Recycle on end of file', { initial: 'true' }),
      flag('stopThread', '到文件末尾后停止线程', 'Stop thread on end of file'),
      choice(
        'shareMode',
        '共享模式',
        'Sharing mode',
        [
          ['shareMode.all', '所有线程', 'All threads'],
          ['shareMode.group', '当前线程组', 'Current thread group'],
          ['shareMode.thread', '当前线程', 'Current thread'],
        ],
        { isOpen: true },
      ),
    ],
  },
  {
    testclass: 'CounterConfig',
    guiclass: 'CounterConfigGui',
    icon: 'variables',
    zh: '计数器',
    en: 'Counter',
    items: [
      number('CounterConfig.start', '起始值', 'Starting value', { min: Number.MIN_SAFE_INTEGER }),
      number('CounterConfig.incr', '递增', 'Increment', { min: Number.MIN_SAFE_INTEGER }),
      number('CounterConfig.end', '最大值', 'Maximum value', { min: Number.MIN_SAFE_INTEGER }),
      text('CounterConfig.format', '数字格式', 'Number format'),
      text('CounterConfig.name', '变量名', 'Exported variable name'),
      flag('CounterConfig.per_user', '每个用户独立计数', 'Track counter for each user'),
      flag(
        'CounterConfig.reset_on_tg_iteration',
        '每次线程组迭代时重置',
        'Reset on each thread group iteration',
      ),
    ],
  },
  {
    testclass: 'RandomVariableConfig',
    icon: 'random',
    zh: '随机变量',
    en: 'Random Variable',
    items: [
      text('variableName', '变量名', 'Variable name'),
      text('outputFormat', '输出格式', 'Output format'),
      number('minimumValue', '最小值', 'Minimum value', { initial: '1', min: Number.MIN_SAFE_INTEGER }),
      number('maximumValue', '最大值', 'Maximum value', { min: Number.MIN_SAFE_INTEGER }),
      text('randomSeed', '随机种子', 'Seed for random function'),
      flag('perThread', '每线程（用户）', 'Per thread (user)'),
    ],
  },
  {
    testclass: 'KeystoreConfig',
    icon: 'key',
    zh: '密钥库配置',
    en: 'Keystore Configuration',
    items: [
      choice('preload', '预加载', 'Preload', [
        ['True', '是', 'Yes'],
        ['False', '否', 'No'],
      ]),
      text('clientCertAliasVarName', '证书别名所在变量', 'Variable name holding certificate alias', {
        initial: 'certAlias',
      }),
      number('startIndex', '别名起始序号（从 0）', 'Alias start index (0-based)', { initial: '0' }),
      number('endIndex', '别名结束序号（-1 为全部）', 'Alias end index (-1 = all)', {
        initial: '-1',
        min: -1,
      }),
    ],
  },
  {
    testclass: 'ConfigTestElement',
    guiclass: 'SimpleConfigGui',
    zh: '简单配置元件',
    en: 'Simple Config Element',
  },
])
