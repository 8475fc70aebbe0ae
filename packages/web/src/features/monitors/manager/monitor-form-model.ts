/** The form of a monitor: its schema, its first values, and the rules across its fields; pure. */
import { type Monitor, monitorFieldsSchema } from '@pone/contract/entities/monitor.ts'
import type { MonitorParam, MonitorType } from '@pone/monitors/type.ts'
import { z } from 'zod'
import { initialParams, isParamShown } from '../shared/monitor-types.ts'

/** Parameters are judged by the type, so that the form takes whatever its controls hold. */
export const monitorFormSchema = monitorFieldsSchema.extend({
  params: z.record(z.string(), z.unknown()).default({}),
})
export type MonitorForm = z.output<typeof monitorFormSchema>

/** What the form begins with: the stored monitor, or the first type with its defaults. */
export function initialMonitor(
  monitor: Monitor | null,
  type: MonitorType | undefined,
): Partial<z.input<typeof monitorFormSchema>> {
  if (monitor === null) return type ? { type: type.name, params: { ...initialParams(type) } } : {}
  const {
    name,
    groupId,
    params,
    agentId,
    sendIntervalMs,
    receiveIntervalMs,
    frequencyMs,
    slowLogAddress,
    url,
    notificationEmails,
    notificationPhones,
  } = monitor
  return {
    name,
    groupId,
    type: monitor.type,
    params: { ...initialParams(type), ...params },
    agentId,
    sendIntervalMs,
    receiveIntervalMs,
    frequencyMs,
    slowLogAddress,
    url,
    notificationEmails,
    notificationPhones,
  }
}

const usualIntervals = {
  sendIntervalMs: monitorFieldsSchema.shape.sendIntervalMs.parse(undefined),
  receiveIntervalMs: monitorFieldsSchema.shape.receiveIntervalMs.parse(undefined),
}

/** The longest permitted time between two collections, ms: the shorter of both intervals; one that is not given has its usual length. */
export const longestFrequencyMs = (
  values: Pick<z.input<typeof monitorFormSchema>, 'sendIntervalMs' | 'receiveIntervalMs'>,
): number =>
  Math.min(
    values.sendIntervalMs ?? usualIntervals.sendIntervalMs,
    values.receiveIntervalMs ?? usualIntervals.receiveIntervalMs,
  )

/** Whether a shown parameter that is needed has no value; a stored secret may stay empty. */
export const isParamMissing = (
  param: MonitorParam,
  values: Readonly<Record<string, unknown>>,
  secretsSet: readonly string[],
): boolean => {
  if (!param.required || !isParamShown(param, values)) return false
  if (param.isSecret && secretsSet.includes(param.key)) return false
  const value = values[param.key]
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
