/** The tool functions as data, for completion and help in the editor and for checks; what they do is in ../functions.ts; safe in a browser. */
import type { Bilingual } from '@pone/contract/call.ts'

/** One argument of a tool function. */
export interface FunctionArgument {
  readonly name: string
  readonly isOptional: boolean
  readonly description: Bilingual
}

/** One tool function, usable as `${name(args)}` wherever templates are. */
export interface ToolFunction {
  readonly args: readonly FunctionArgument[]
  /** The last argument may be given any number of times. */
  readonly isVariadic: boolean
  /** Same arguments, same result: evaluated once when its arguments are fixed. */
  readonly isPure: boolean
  readonly description: Bilingual
  readonly example: string
  readonly exampleResult: string
}

const argument = (name: string, zh: string, en: string): FunctionArgument => ({
  name,
  isOptional: false,
  description: { zh, en },
})
const optional = (name: string, zh: string, en: string): FunctionArgument => ({
  ...argument(name, zh, en),
  isOptional: true,
})
const text = argument('text', '要处理的文本', 'The text to process')

function describe(
  description: Bilingual,
  example: string,
  exampleResult: string,
  args: readonly FunctionArgument[] = [],
  traits: { isVariadic?: boolean; isPure?: boolean } = {},
): ToolFunction {
  return {
    args,
    isVariadic: traits.isVariadic ?? false,
    isPure: traits.isPure ?? false,
    description,
    example,
    exampleResult,
  }
}
const pure = { isPure: true }

export const toolFunctions = {
  uuid: describe(
    { zh: '随机 UUID', en: 'A random UUID' },
    '${uuid()}',
    '7f9c24e8-3b12-4fef-91e0-6a6a3f8a1b2c',
  ),
  counter: describe({ zh: '从 1 开始递增的计数', en: 'Counts up from 1' }, '${counter()}', '1, 2, 3 …', [
    optional(
      'scope',
      'user：每个用户各自计数（默认）；all：同一施压进程内所有用户共用',
      'user: each user counts by itself (default); all: shared by all users of one engine process',
    ),
  ]),
  randomInt: describe(
    { zh: '两个整数之间（含两端）的随机整数', en: 'A random whole number between two, both included' },
    '${randomInt(1, 100)}',
    '42',
    [argument('min', '最小值', 'Smallest value'), argument('max', '最大值', 'Largest value')],
  ),
  randomString: describe(
    { zh: '指定长度的随机字符串', en: 'A random string of some length' },
    '${randomString(8)}',
    'k3Vd90Qa',
    [
      argument('length', '长度', 'Length'),
      optional(
        'characters',
        '可选字符，默认字母和数字',
        'Characters to choose from; letters and digits by default',
      ),
    ],
  ),
  randomItem: describe(
    { zh: '从若干值中随机取一个', en: 'One of the given values, at random' },
    '${randomItem(red, green, blue)}',
    'green',
    [argument('value', '候选值，可写多个', 'A value; give as many as you like')],
    { isVariadic: true },
  ),
  timestamp: describe({ zh: '当前时间戳', en: 'The current epoch time' }, '${timestamp()}', '1767225600000', [
    optional('unit', 'ms 毫秒（默认）或 s 秒', 'ms (default) or s'),
  ]),
  date: describe(
    { zh: '按格式输出当前时间，可加减偏移', en: 'The current time in a format, optionally shifted' },
    '${date(yyyy-MM-dd HH:mm:ss, +1d)}',
    '2026-01-02 08:00:00',
    [
      optional(
        'format',
        '由 yyyy MM dd HH mm ss SSS 组成，默认 yyyy-MM-dd HH:mm:ss',
        'Made of yyyy MM dd HH mm ss SSS; yyyy-MM-dd HH:mm:ss by default',
      ),
      optional(
        'offset',
        '偏移量，如 +1d、-2h、30m、-5s、+1M（月）、+1y',
        'Shift, e.g. +1d, -2h, 30m, -5s, +1M (months), +1y',
      ),
    ],
  ),
  md5: describe(
    { zh: 'MD5 摘要（十六进制小写）', en: 'MD5 digest in lower-case hex' },
    '${md5(abc)}',
    '900150983cd24fb0d6963f7d28e17f72',
    [text],
    pure,
  ),
  sha1: describe(
    { zh: 'SHA-1 摘要（十六进制小写）', en: 'SHA-1 digest in lower-case hex' },
    '${sha1(abc)}',
    'a9993e364706816aba3e25717850c26c9cd0d89d',
    [text],
    pure,
  ),
  sha256: describe(
    { zh: 'SHA-256 摘要（十六进制小写）', en: 'SHA-256 digest in lower-case hex' },
    '${sha256(abc)}',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    [text],
    pure,
  ),
  hmac: describe(
    { zh: 'HMAC 签名', en: 'HMAC signature' },
    '${hmac(sha256, key, ${body})}',
    '6e9ef29b75fffc5b…',
    [
      argument('algorithm', 'md5、sha1、sha256 或 sha512', 'md5, sha1, sha256 or sha512'),
      argument('key', '密钥', 'The key'),
      text,
      optional('encoding', 'hex（默认）或 base64', 'hex (default) or base64'),
    ],
    pure,
  ),
  base64: describe(
    { zh: 'Base64 编码', en: 'Encodes as Base64' },
    '${base64(user:secret)}',
    'dXNlcjpzZWNyZXQ=',
    [text],
    pure,
  ),
  base64Decode: describe(
    { zh: 'Base64 解码', en: 'Decodes Base64' },
    '${base64Decode(aGVsbG8=)}',
    'hello',
    [text],
    pure,
  ),
  urlEncode: describe(
    { zh: 'URL 编码', en: 'Encodes for an address' },
    '${urlEncode(a b&c)}',
    'a%20b%26c',
    [text],
    pure,
  ),
  json: describe(
    {
      zh: '转义后可放进 JSON 字符串的引号内',
      en: 'Escapes text so that it fits between the quotes of a JSON string',
    },
    '${json(say "hi")}',
    'say \\"hi\\"',
    [text],
    pure,
  ),
  substring: describe(
    { zh: '截取一段文本', en: 'A part of a text' },
    '${substring(abcdef, 1, 3)}',
    'bc',
    [
      text,
      argument('from', '起始位置，从 0 开始，负数从末尾数', 'Start, from 0; negative counts from the end'),
      optional('to', '结束位置（不含），默认到末尾', 'End (not included); the text’s end by default'),
    ],
    pure,
  ),
  upper: describe({ zh: '转为大写', en: 'Upper case' }, '${upper(abc)}', 'ABC', [text], pure),
  lower: describe({ zh: '转为小写', en: 'Lower case' }, '${lower(ABC)}', 'abc', [text], pure),
  threadId: describe(
    {
      zh: '虚拟用户编号，从 1 开始，在所有压力机上不重复',
      en: 'Number of the virtual user, from 1, unique over all load machines',
    },
    '${threadId()}',
    '17',
  ),
  iteration: describe(
    { zh: '该用户的迭代序号，从 1 开始', en: 'Number of the user’s iteration, from 1' },
    '${iteration()}',
    '3',
  ),
  env: describe(
    {
      zh: '压力机上名为 PONE_ENV_<名称> 的环境变量；其余环境变量不可读取',
      en: 'The load machine’s environment variable PONE_ENV_<name>; no other variable can be read',
    },
    '${env(REGION, cn-north)}',
    'cn-north',
    [
      argument('name', '名称（不含 PONE_ENV_）', 'Name, without PONE_ENV_'),
      optional('default', '不存在时的值', 'Value when it is not set'),
    ],
  ),
  property: describe(
    { zh: '本次执行的属性', en: 'A property of the run' },
    '${property(runId)}',
    '0b0e7c8e-…',
    [
      argument(
        'name',
        'runId、component（组件名）或 worker（施压进程）',
        'runId, component (its name) or worker (the engine process)',
      ),
      optional('default', '不存在时的值', 'Value when there is none'),
    ],
  ),
  phone: describe(
    { zh: '随机的中国大陆手机号', en: 'A random mainland mobile number' },
    '${phone()}',
    '13812345678',
  ),
  idCard: describe(
    {
      zh: '随机的 18 位身份证号，校验码正确',
      en: 'A random 18-digit Chinese identity number with a valid check digit',
    },
    '${idCard()}',
    '110101199003077758',
  ),
  chineseName: describe({ zh: '随机的中文姓名', en: 'A random Chinese name' }, '${chineseName()}', '王秀英'),
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
