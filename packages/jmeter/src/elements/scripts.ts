/** Fields that all script elements of JMeter share: JSR223, BeanShell and the old BSF. */
import type { ItemDefinition } from './element.ts'
import { choice, code, file, flag, text } from './fields.ts'

const parameters = text('parameters', '参数', 'Parameters', {
  hint: {
    zh: '脚本中以 Parameters（整体）或 args（按空格分开）读取。',
    en: 'The script reads them as Parameters, or as args split at spaces.',
  },
})
const scriptFile = (name: string) =>
  file(name, '脚本文件（替代上面的脚本）', 'Script file (in place of the script)', {
    hint: {
      zh: '填写后执行文件中的脚本，忽略上面的脚本。请把文件上传到组件。',
      en: 'The script of this file runs in place of the text. Upload it to the component.',
    },
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
  scriptFile('filename'),
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
  scriptFile('filename'),
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
  scriptFile('filename'),
  parameters,
]

/** BeanShell elements with a panel of their own name their properties by their class. */
export const beanShellPanel = (prefix: string): readonly ItemDefinition[] => [
  code(`${prefix}.query`, '脚本', 'Script', { language: 'javascript' }),
  scriptFile(`${prefix}.filename`),
  text(`${prefix}.parameters`, '参数', 'Parameters'),
  flag(`${prefix}.resetInterpreter`, '每次调用前重置解释器', 'Reset interpreter before each call'),
]
