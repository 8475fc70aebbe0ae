/** The tool functions as data, for completion and help in the editor and for checks; what they do is in ../functions.ts; safe in a browser. */
import { argument, describe, optional, type ToolFunction } from './function-definition.ts'
import { numberFunctions } from './number-functions.ts'
import { textFunctions } from './text-functions.ts'

export type { ToolFunction } from './function-definition.ts'

export const toolFunctions = {
  uuid: describe({ zh: '随机 UUID', en: 'Random UUID' }, '${uuid()}', '7f9c24e8-3b12-4fef-91e0-6a6a3f8a1b2c'),
  counter: describe(
    { zh: '从 1 开始递增的计数', en: 'Counter, starting at 1' },
    '${counter()}',
    '1, 2, 3 …',
    [
      optional(
        'scope',
        'user：每个用户各自计数（默认）；all：同一压测进程内所有用户共用',
        'user: one counter per user (default); all: shared by all users of an engine process',
      ),
    ],
  ),
  randomInt: describe(
    { zh: '两个整数之间（含两端）的随机整数', en: 'Random integer between two integers, both included' },
    '${randomInt(1, 100)}',
    '42',
    [argument('min', '最小值', 'Smallest value'), argument('max', '最大值', 'Largest value')],
  ),
  randomString: describe(
    { zh: '指定长度的随机字符串', en: 'Random string of a given length' },
    '${randomString(8)}',
    'k3Vd90Qa',
    [
      argument('length', '长度', 'Length'),
      optional(
        'characters',
        '可选字符，默认字母和数字',
        'Characters to choose from; default: letters and digits',
      ),
    ],
  ),
  randomItem: describe(
    { zh: '从若干值中随机取一个', en: 'Random value from a list' },
    '${randomItem(red, green, blue)}',
    'green',
    [argument('value', '候选值，可写多个', 'Value; several values are allowed')],
    { isVariadic: true },
  ),
  timestamp: describe({ zh: '当前时间戳', en: 'Current timestamp' }, '${timestamp()}', '1767225600000', [
    optional('unit', 'ms 毫秒（默认）或 s 秒', 'ms (default) or s'),
  ]),
  date: describe(
    { zh: '按格式输出当前时间，可加减偏移', en: 'Current time in a given format, with optional offset' },
    '${date(yyyy-MM-dd HH:mm:ss, +1d)}',
    '2026-01-02 08:00:00',
    [
      optional(
        'format',
        '由 yyyy MM dd HH mm ss SSS 组成，默认 yyyy-MM-dd HH:mm:ss',
        'Consists of yyyy MM dd HH mm ss SSS; default: yyyy-MM-dd HH:mm:ss',
      ),
      optional(
        'offset',
        '偏移量，如 +1d、-2h、30m、-5s、+1M（月）、+1y',
        'Offset, for example +1d, -2h, 30m, -5s, +1M (months), +1y',
      ),
    ],
  ),
  ...textFunctions,
  ...numberFunctions,
  threadId: describe(
    {
      zh: '虚拟用户编号，从 1 开始，在所有压力机上不重复',
      en: 'Number of the virtual user, starting at 1, unique across all load machines',
    },
    '${threadId()}',
    '17',
  ),
  iteration: describe(
    { zh: '该用户的迭代序号，从 1 开始', en: 'Number of the iteration of this user, starting at 1' },
    '${iteration()}',
    '3',
  ),
  env: describe(
    {
      zh: '压力机上名为 PONE_ENV_<名称> 的环境变量；其余环境变量不可读取',
      en: 'Environment variable PONE_ENV_<name> of the load machine; other environment variables cannot be read',
    },
    '${env(REGION, cn-north)}',
    'cn-north',
    [
      argument('name', '名称（不含 PONE_ENV_）', 'Name without PONE_ENV_'),
      optional('default', '不存在时的值', 'Value if not set'),
    ],
  ),
  property: describe(
    { zh: '本次执行的属性', en: 'Property of this run' },
    '${property(runId)}',
    '0b0e7c8e-…',
    [
      argument(
        'name',
        'runId、component（组件名）或 worker（压测进程）',
        'runId, component (component name) or worker (engine process)',
      ),
      optional('default', '不存在时的值', 'Value if not set'),
    ],
  ),
  phone: describe(
    { zh: '随机的中国大陆手机号', en: 'Random mobile number (mainland China)' },
    '${phone()}',
    '13812345678',
  ),
  idCard: describe(
    {
      zh: '随机的 18 位身份证号，校验码正确',
      en: 'Random 18-digit Chinese ID card number with a valid check digit',
    },
    '${idCard()}',
    '110101199003077758',
  ),
  chineseName: describe({ zh: '随机的中文姓名', en: 'A random Chinese name' }, '${chineseName()}', '王秀英'),
  email: describe(
    {
      zh: '随机的邮箱地址，域名默认为 example.com',
      en: 'Random e-mail address; default domain: example.com',
    },
    '${email()}',
    'k3vd90qa7x@example.com',
    [optional('domain', '域名', 'Domain')],
  ),
} as const satisfies Record<string, ToolFunction>

export type ToolFunctionName = keyof typeof toolFunctions

/** Whether a tool function of that name exists. */
export const isToolFunction = (name: string): name is ToolFunctionName => Object.hasOwn(toolFunctions, name)

/** How many arguments a function takes. */
export function argumentRange(name: ToolFunctionName): { min: number; max: number } {
  const definition: ToolFunction = toolFunctions[name]
  return {
    min: definition.args.filter(argument => !argument.isOptional).length,
    max: definition.isVariadic ? Number.POSITIVE_INFINITY : definition.args.length,
  }
}
