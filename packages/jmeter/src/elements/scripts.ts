/** Fields that all script elements of JMeter share: JSR223, BeanShell and the old BSF. */
import type { ItemDefinition } from './element.ts'
import { choice, code, file, flag, text } from './fields.ts'

const parameters = text('parameters', '参数', 'Parameters', {
  hint: { zh: '在脚本中为 Parameters 和 args', en: 'Known to the script as Parameters and args' },
})

/** JSR223: the language is one of the machine's script engines. */
export const jsr223: readonly ItemDefinition[] = [
  choice(
    'scriptLanguage',
    '脚本语言',
    'Language',
    ['groovy', 'java', 'beanshell', 'bsh', 'jexl', 'jexl2', 'jexl3', 'javascript'],
    {
      isOpen: true,
    },
  ),
  code('script', '脚本', 'Script'),
  file('filename', '脚本文件（替代上面的脚本）', 'Script file (in place of the script)'),
  parameters,
  choice(
    'cacheKey',
    '缓存编译后的脚本',
    'Cache the compiled script',
    [
      ['true', '是', 'Yes'],
      ['false', '否', 'No'],
    ],
    { isOpen: true },
  ),
]

/** BeanShell elements that are TestBeans. */
export const beanShell: readonly ItemDefinition[] = [
  code('script', '脚本', 'Script', { language: 'javascript' }),
  file('filename', '脚本文件（替代上面的脚本）', 'Script file (in place of the script)'),
  parameters,
  flag('resetInterpreter', '每次调用前重置解释器', 'Reset interpreter before each call'),
]

/** BSF, which JMeter calls deprecated. */
export const bsf: readonly ItemDefinition[] = [
  choice(
    'scriptLanguage',
    '脚本语言',
    'Language',
    ['', 'beanshell', 'groovy', 'javascript', 'jexl', 'jython', 'ruby', 'xslt'],
    {
      isOpen: true,
    },
  ),
  code('script', '脚本', 'Script'),
  file('filename', '脚本文件（替代上面的脚本）', 'Script file (in place of the script)'),
  parameters,
]

/** BeanShell elements with a panel of their own name their properties by their class. */
export const beanShellPanel = (prefix: string): readonly ItemDefinition[] => [
  code(`${prefix}.query`, '脚本', 'Script', { language: 'javascript' }),
  file(`${prefix}.filename`, '脚本文件（替代上面的脚本）', 'Script file (in place of the script)'),
  text(`${prefix}.parameters`, '参数', 'Parameters'),
  flag(`${prefix}.resetInterpreter`, '每次调用前重置解释器', 'Reset interpreter before each call'),
]
