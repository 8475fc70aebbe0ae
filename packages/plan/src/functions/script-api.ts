/** What scripts of script steps see, as data: for completion in the editor and as TypeScript declarations; ../scripts/bootstrap.ts makes it; safe in a browser. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type ToolFunction, toolFunctions } from './functions.ts'

/** One thing that a script can use. */
export interface ScriptMember {
  /** As one writes it, e.g. `vars.get`. */
  readonly label: string
  /** Its type in TypeScript; of a function from the parenthesis on, e.g. `(name: string) => void`. */
  readonly type: string
  readonly detail: Bilingual
}

const member = (label: string, type: string, zh: string, en: string): ScriptMember => ({
  label,
  type,
  detail: { zh, en },
})
const write = '(...parts: unknown[]) => void'

const ownMembers: readonly ScriptMember[] = [
  member(
    'vars.get',
    '(name: string) => string | undefined',
    '读取变量、参数或提取到的值；没有时为 undefined',
    'Returns a variable, parameter or extracted value; undefined if it does not exist',
  ),
  member(
    'vars.set',
    '(name: string, value: unknown) => void',
    '设置变量；对象会转成 JSON 文本',
    'Sets a variable; objects are converted to JSON text',
  ),
  member('vars.remove', '(name: string) => void', '删除变量', 'Deletes a variable'),
  member('response.status', 'number', '状态码，0 表示没有响应', 'Status code; 0 means no response'),
  member('response.durationMs', 'number', '响应时间（毫秒）', 'Response time in ms'),
  member('response.body', 'string', '响应体', 'Response body as text'),
  member(
    'response.header',
    '(name: string) => string | undefined',
    '读取响应头，不区分大小写',
    'Returns a response header; case-insensitive',
  ),
  member('response.json', '() => any', '把响应体解析为 JSON', 'Parses the response body as JSON'),
  member('user.id', 'number', '虚拟用户编号，从 1 开始', 'Number of the virtual user, starting at 1'),
  member('user.iteration', 'number', '迭代序号，从 1 开始', 'Number of the iteration, starting at 1'),
  member('log', write, '写一行日志', 'Writes a log line'),
  member('log.debug', write, '写一行调试日志', 'Writes a debug log line'),
  member('log.info', write, '写一行普通日志', 'Writes an info log line'),
  member('log.warn', write, '写一行警告日志', 'Writes a warning log line'),
  member('log.error', write, '写一行错误日志', 'Writes an error log line'),
  member('console.log', write, '同 log', 'Same as log'),
  member('console.debug', write, '同 log.debug', 'Same as log.debug'),
  member('console.info', write, '同 log.info', 'Same as log.info'),
  member('console.warn', write, '同 log.warn', 'Same as log.warn'),
  member('console.error', write, '同 log.error', 'Same as log.error'),
  member('fail', '(message?: unknown) => never', '让这个步骤失败并说明原因', 'Fails this step with a reason'),
]

function functionMember(name: string, { args, isVariadic, description }: ToolFunction): ScriptMember {
  const parameters = args.map((argument, at) => {
    const isRest = isVariadic && at === args.length - 1
    if (isRest) return `...${safeName(argument.name)}s: unknown[]`
    return `${safeName(argument.name)}${argument.isOptional ? '?' : ''}: unknown`
  })
  return { label: `fn.${name}`, type: `(${parameters.join(', ')}) => string`, detail: description }
}

/** `default` is a name of an argument and a word of the language. */
const safeName = (name: string) => (name === 'default' ? 'fallback' : name)

/** Everything, in the order in which help shows it. */
export const scriptMembers: readonly ScriptMember[] = [
  ...ownMembers,
  ...Object.entries(toolFunctions).map(([name, definition]) => functionMember(name, definition)),
]

/** The same as TypeScript declarations, for an editor that checks types. */
export const scriptTypings: string = ['vars', 'response', 'user', 'log', 'console', 'fn', 'fail']
  .map(declarationOf)
  .join('\n')

function declarationOf(name: string): string {
  const itself = scriptMembers.find(({ label }) => label === name)
  const parts = scriptMembers.filter(({ label }) => label.startsWith(`${name}.`))
  if (itself !== undefined && parts.length === 0) {
    return `/** ${itself.detail.en} */\ndeclare function ${name}${itself.type.replace(') =>', '):')}`
  }
  const lines = parts.map(
    ({ label, type, detail }) => `  /** ${detail.en} */\n  readonly ${label.slice(name.length + 1)}: ${type}`,
  )
  const whole = `{\n${lines.join('\n')}\n}`
  const type = itself === undefined ? whole : `(${itself.type}) & ${whole}`
  return `declare const ${name}: ${name === 'response' ? `${type} | null` : type}`
}
