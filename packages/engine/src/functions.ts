/** The implementations of the tool functions of plan/functions.ts, by name; arguments are already evaluated. */
import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto'
import type { ToolFunctionName } from '@pone/plan/functions/functions.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import { decodeHTML } from 'entities'
import { reckon, roundTo } from './arithmetic.ts'
import { chineseName, idCard, phone } from './identities.ts'

type Implementation = (args: readonly string[], scope: Scope) => string

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'
const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const maxRandomLength = 65_536

const wholeNumber = (text: string | undefined, fallback: number): number => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isSafeInteger(value) ? value : fallback
}
const digest = (algorithm: string) => (args: readonly string[]) =>
  createHash(algorithm)
    .update(args[0] ?? '')
    .digest('hex')
/** From 1, or negative from the end. */
const partPosition = (part: number) => (part > 0 ? part - 1 : part === 0 ? Number.POSITIVE_INFINITY : part)

/** Text that is not an escape is left unchanged. */
function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const pick = (count: number) => Math.floor(Math.random() * count)

const offsetUnits: Record<string, (at: Date, amount: number) => void> = {
  y: (at, amount) => at.setFullYear(at.getFullYear() + amount),
  M: (at, amount) => at.setMonth(at.getMonth() + amount),
  w: (at, amount) => at.setDate(at.getDate() + amount * 7),
  d: (at, amount) => at.setDate(at.getDate() + amount),
  h: (at, amount) => at.setHours(at.getHours() + amount),
  m: (at, amount) => at.setMinutes(at.getMinutes() + amount),
  s: (at, amount) => at.setSeconds(at.getSeconds() + amount),
}

/** Writes an instant in a format of yyyy MM dd HH mm ss SSS, local time, after shifting it by offsets such as `+1d -2h`. */
export function formatDate(epochMs: number, format: string, offset: string): string {
  const at = new Date(epochMs)
  for (const [, sign, amount, unit] of offset.matchAll(/([+-]?)(\d+)([yMwdhms])/g)) {
    offsetUnits[unit ?? '']?.(at, Number(amount) * (sign === '-' ? -1 : 1))
  }
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const fields: Record<string, string> = {
    yyyy: pad(at.getFullYear(), 4),
    MM: pad(at.getMonth() + 1),
    dd: pad(at.getDate()),
    HH: pad(at.getHours()),
    mm: pad(at.getMinutes()),
    ss: pad(at.getSeconds()),
    SSS: pad(at.getMilliseconds(), 3),
  }
  return format.replaceAll(/yyyy|SSS|MM|dd|HH|mm|ss/g, field => fields[field] ?? field)
}

function hmac([algorithm = 'sha256', key = '', text = '', encoding = 'hex']: readonly string[]): string {
  const known = ['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm) ? algorithm : 'sha256'
  return createHmac(known, key)
    .update(text)
    .digest(encoding === 'base64' ? 'base64' : 'hex')
}

/** A random text of that many characters, at most 65,536, each one of the alphabet. */
export function randomText(length: number, alphabet: string): string {
  const characters = Array.from(alphabet)
  let text = ''
  for (let i = Math.min(maxRandomLength, length); i > 0; i--)
    text += characters[pick(characters.length)] ?? ''
  return text
}

/** A random whole number; both bounds are included and may be in either order. */
export function randomBetween(a: number, b: number): number {
  const [min, max] = a <= b ? [a, b] : [b, a]
  const span = max - min + 1
  return span <= 2 ** 32 ? min + pick(span) : min + randomInt(Math.min(span, 2 ** 48 - 1))
}

export const implementations: Record<ToolFunctionName, Implementation> = {
  uuid: () => randomUUID(),
  counter: (args, scope) => String(args[0] === 'all' ? ++scope.counters.shared.value : ++scope.counters.own),
  randomInt: args => String(randomBetween(wholeNumber(args[0], 0), wholeNumber(args[1], 0))),
  randomString: args => randomText(wholeNumber(args[0], 8), args[1] ?? lettersAndDigits),
  randomItem: args => args[pick(args.length)] ?? '',
  timestamp: args => String(args[0] === 's' ? Math.floor(Date.now() / 1_000) : Date.now()),
  date: args => formatDate(Date.now(), args[0] || 'yyyy-MM-dd HH:mm:ss', args[1] ?? ''),
  md5: digest('md5'),
  sha1: digest('sha1'),
  sha256: digest('sha256'),
  sha512: digest('sha512'),
  hmac,
  base64: args => Buffer.from(args[0] ?? '').toString('base64'),
  base64Decode: args => Buffer.from(args[0] ?? '', 'base64').toString(),
  base64Url: args => Buffer.from(args[0] ?? '').toString('base64url'),
  urlEncode: args => encodeURIComponent((args[0] ?? '').toWellFormed()),
  urlDecode: args => urlDecoded(args[0] ?? ''),
  htmlEncode: args => (args[0] ?? '').replaceAll(/[&<>"']/g, char => htmlEscapes[char] ?? char),
  htmlDecode: args => decodeHTML(args[0] ?? ''),
  json: args => JSON.stringify(args[0] ?? '').slice(1, -1),
  substring: args => {
    const to = args[2] === undefined || args[2] === '' ? undefined : wholeNumber(args[2], 0)
    return (args[0] ?? '').slice(wholeNumber(args[1], 0), to)
  },
  upper: args => (args[0] ?? '').toUpperCase(),
  lower: args => (args[0] ?? '').toLowerCase(),
  trim: args => (args[0] ?? '').trim(),
  replace: args =>
    args[1] === '' ? (args[0] ?? '') : (args[0] ?? '').replaceAll(args[1] ?? '', () => args[2] ?? ''),
  split: args => (args[0] ?? '').split(args[1] ?? ',').at(partPosition(wholeNumber(args[2], 1))) ?? '',
  padStart: args =>
    (args[0] ?? '').padStart(Math.min(maxRandomLength, wholeNumber(args[1], 0)), args[2] ?? '0'),
  length: args => String(Array.from(args[0] ?? '').length),
  add: args =>
    reckon(
      args,
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  subtract: args =>
    reckon(
      args,
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  multiply: args =>
    reckon(
      args,
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  divide: args =>
    reckon(
      args,
      (a, b) => (b !== 0n && a % b === 0n ? a / b : null),
      (a, b) => a / b,
    ),
  modulo: args =>
    reckon(
      args,
      (a, b) => (b === 0n ? null : a % b),
      (a, b) => a % b,
    ),
  min: args => reckon(args, (a, b) => (a < b ? a : b), Math.min),
  max: args => reckon(args, (a, b) => (a > b ? a : b), Math.max),
  round: args => roundTo(args[0] ?? '', Math.min(15, Math.max(0, wholeNumber(args[1], 0)))),
  threadId: (_args, scope) => String(scope.index + 1),
  iteration: (_args, scope) => String(scope.iteration),
  env: args => process.env[`PONE_ENV_${args[0] ?? ''}`] ?? args[1] ?? '',
  property: (args, scope) => scope.properties[args[0] ?? ''] ?? args[1] ?? '',
  phone: () => phone(Math.random),
  idCard: () => idCard(Math.random),
  chineseName: () => chineseName(Math.random),
  email: args => `${randomText(10, lowerCase)}@${args[0] || 'example.com'}`,
}
