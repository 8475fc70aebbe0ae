/** Checks the parameters of a monitor by its type, and separates the secret ones; pure but for the sealing. */
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorParam, MonitorType } from '@pone/monitors/type.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { isHostAddress } from '@pone/schema/network-address.ts'
import { z } from 'zod'
import type { SecretBox } from '../../adapters/secrets.ts'

export type MonitorSecrets = Readonly<Record<string, string>>

export interface CheckedParams {
  /** Without secret ones. */
  readonly open: MonitorParams
  readonly secrets: MonitorSecrets
}

/** A parameter that cannot be used, and why. */
export interface ParamProblem {
  readonly param: MonitorParam | { readonly key: string; readonly names: Bilingual }
  readonly text: Bilingual
}

const texts = {
  unknown: { zh: '该监控类型没有此参数', en: 'the monitor type has no such parameter' },
  required: { zh: '必填', en: 'is required' },
  notNumber: { zh: '应为数字', en: 'must be a number' },
  notPort: { zh: '端口应为 1 到 65535 的整数', en: 'a port is an integer from 1 to 65535' },
  notBoolean: { zh: '应为是或否', en: 'must be true or false' },
  notText: { zh: '应为文本', en: 'must be a text' },
  notOption: { zh: '不在选项之中', en: 'is not one of the options' },
  notAddress: { zh: '主机地址格式不正确', en: 'is not a host name or an IP address' },
  tooLong: { zh: '过长', en: 'is too long' },
} as const satisfies Record<string, Bilingual>

/** Of parameters that are not secret. */
const maxTextLength = 2_000

/** Secret parameters that are left out or '' keep the value in `stored`. */
export function checkParams(
  type: MonitorType,
  given: MonitorParams,
  stored: MonitorSecrets = {},
): CheckedParams & { readonly problems: readonly ParamProblem[] } {
  const known = new Map(type.params.map(param => [param.key, param]))
  const problems: ParamProblem[] = Object.keys(given)
    .filter(key => !known.has(key))
    .map(key => ({ param: { key, names: { zh: key, en: key } }, text: texts.unknown }))
  const open: MonitorParams = {}
  const secrets: Record<string, string> = {}
  for (const param of type.params) {
    const value = own(given, param.key)
    if (value === undefined || value === '') {
      const kept = param.isSecret ? stored[param.key] : undefined
      if (kept !== undefined) secrets[param.key] = kept
      else if (param.required && param.default === undefined && isShown(param, type, given))
        problems.push({ param, text: texts.required })
      continue
    }
    const problem = problemOf(param, value)
    if (problem !== null) problems.push({ param, text: problem })
    else if (param.isSecret) secrets[param.key] = String(value)
    else open[param.key] = value
  }
  return { open, secrets, problems }
}

/** @throws AppError MonitorParamInvalid */
export function checkedParams(
  type: MonitorType,
  given: MonitorParams,
  stored: MonitorSecrets = {},
): CheckedParams {
  const { problems, ...checked } = checkParams(type, given, stored)
  const [first] = problems
  if (first !== undefined)
    throw new AppError('MonitorParamInvalid', { param: first.param.names, detail: first.text })
  return checked
}

const own = (params: MonitorParams, key: string): MonitorParams[string] | undefined =>
  Object.hasOwn(params, key) ? params[key] : undefined

/** Whether the form shows the parameter with these values. */
function isShown({ showIf }: MonitorParam, type: MonitorType, given: MonitorParams): boolean {
  if (showIf === undefined) return true
  const value = own(given, showIf.param) ?? type.params.find(each => each.key === showIf.param)?.default
  return showIf.values.some(each => each === value)
}

function problemOf(param: MonitorParam, value: MonitorParams[string]): Bilingual | null {
  if (param.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return texts.notNumber
    const isPort = /port$/i.test(param.key)
    return isPort && (!Number.isInteger(value) || value < 1 || value > 65_535) ? texts.notPort : null
  }
  if (param.type === 'boolean') return typeof value === 'boolean' ? null : texts.notBoolean
  if (typeof value !== 'string') return texts.notText
  if (param.type === 'select')
    return param.options?.some(option => option.value === value) === true ? null : texts.notOption
  if (!param.isSecret && value.length > maxTextLength) return texts.tooLong
  return param.type === 'address' && !isHostAddress(value) ? texts.notAddress : null
}

/** Where a monitor connects to: all parameters that are addresses, ports or paths of them, sockets among them. */
export const targetOf = (type: MonitorType, params: MonitorParams): string =>
  JSON.stringify(
    type.params
      .filter(
        param =>
          !param.isSecret &&
          (param.type === 'address' || /host|address|port|url|access|socket/i.test(param.key)),
      )
      .map(param => own(params, param.key) ?? param.default ?? null),
  )

export const sealSecrets = (box: SecretBox, secrets: MonitorSecrets): string | null =>
  Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets))

const secretsSchema = z.record(z.string(), z.string())

/** null when they were sealed with another key. */
export function openSecrets(box: SecretBox, sealed: string | null): MonitorSecrets | null {
  if (sealed === null) return {}
  try {
    return secretsSchema.parse(JSON.parse(box.open(sealed)))
  } catch {
    return null
  }
}

/** What an agent gets of a monitor; with the path of its log of slow operations, where it has one. */
export const paramsForAgent = (
  row: { readonly params: MonitorParams; readonly slow_log_address: string },
  secrets: MonitorSecrets,
): MonitorParams => ({
  ...row.params,
  ...secrets,
  ...(row.slow_log_address === '' ? {} : { slowLogAddress: row.slow_log_address }),
})
