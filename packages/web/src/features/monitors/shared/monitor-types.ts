/** What the pages read from monitor types: names in the reader's language, addresses of targets, defaults of parameters. */
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import type { MonitorParam, MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'

/** Types by category, in their order. */
export function typesByCategory(
  types: readonly MonitorType[],
): ReadonlyMap<MonitorType['category'], readonly MonitorType[]> {
  const byCategory = new Map<MonitorType['category'], MonitorType[]>()
  for (const type of types) {
    const known = byCategory.get(type.category)
    if (known) known.push(type)
    else byCategory.set(type.category, [type])
  }
  return byCategory
}

/** Where the target is, as `host:port`, an address of the web, or the path of a socket; '' where the parameters do not say. */
export function targetAddress(type: MonitorType | undefined, params: MonitorParams): string {
  const textOf = (key: string) => String(params[key] ?? '')
  const url = textOf('url') || textOf('baseUrl')
  if (url !== '') return url
  const hostKey = type?.params.find(param => param.type === 'address')?.key ?? 'host'
  const host = textOf(hostKey)
  if (host === '') return textOf('socket')
  const port = textOf('port')
  return port === '' ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Values that a new monitor of a type begins with. */
export const initialParams = (type: MonitorType | undefined): MonitorParams =>
  Object.fromEntries(
    (type?.params ?? []).flatMap(param => (param.default === undefined ? [] : [[param.key, param.default]])),
  )

/** Whether a parameter is asked for beside the other values. */
export function isParamShown(param: MonitorParam, values: Readonly<Record<string, unknown>>): boolean {
  if (param.showIf === undefined) return true
  const value = values[param.showIf.param]
  return param.showIf.values.some(wanted => wanted === value || (wanted === false && value === undefined))
}

/** What a form sends: shown parameters that have a value. A secret that was left empty is left out. */
export function paramsToSend(
  type: MonitorType | undefined,
  values: Readonly<Record<string, unknown>>,
): MonitorParams {
  const sent: MonitorParams = {}
  for (const param of type?.params ?? []) {
    const value = values[param.key]
    if (!isParamShown(param, values)) continue
    if (typeof value === 'string' && value.trim() === '') continue
    if (typeof value === 'string') sent[param.key] = param.isSecret ? value : value.trim()
    else if (typeof value === 'number' || typeof value === 'boolean') sent[param.key] = value
  }
  return sent
}

/** The name of a type in a list; with its key when another one of the list has the same name. */
export function typeLabel(
  { name, names }: MonitorType,
  among: readonly MonitorType[],
  language: Language,
): string {
  const shown = names[language]
  return among.some(other => other.name !== name && other.names[language] === shown)
    ? `${shown} · ${name}`
    : shown
}
