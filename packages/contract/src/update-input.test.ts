import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from './calls/registry.ts'
import { changedBy, keepingOmitted } from './update-input.ts'

test('a field with a default may be left out and is not made up; the others stay needed and checked', () => {
  const schema = keepingOmitted(z.object({ name: z.string().min(1), note: z.string().max(3).default('') }))
  expect(schema.parse({ name: 'a' })).toEqual({ name: 'a' })
  expect(schema.parse({ name: 'a', note: '' })).toEqual({ name: 'a', note: '' })
  expect(schema.safeParse({ note: '' }).success).toBe(false)
  expect(schema.safeParse({ name: 'a', note: 'long' }).success).toBe(false)
})

test('what is given replaces what is stored, also by nothing; what is not given stays', () => {
  const stored = { name: 'a', note: 'b', count: 1 as number | null }
  expect(changedBy(stored, { note: '', count: null, name: undefined })).toEqual({
    name: 'a',
    note: '',
    count: null,
  })
})

/** What only says how something is made, tried or done: nothing stored is lost by its default. */
const madeOrDone = new Set([
  // Where something goes.
  'component.move beforeId',
  'jmeterComponent.move beforeId',
  'scenario.move beforeId',
  'task.move beforeId',
  // A new thing in place of one that is named, or a new one.
  'jmeterComponent.uploadFile replaces',
  'task.saveSchedule id',
  'monitorView.saveMonitorView id',
  // Options of something that is done once.
  'adminTask.stop isForced',
  'run.changeLoad rampSeconds',
  'run.changeLoad components',
  'run.retryImport dateOrder',
  'recording.start hosts',
  'recording.start opensToDevices',
  'recording.start acceptsAnyCertificate',
  'recording.start keepsAuthority',
  'recording.start agentId',
  'host.operate version',
  'host.operate pid',
  'projectHost.operate version',
  'projectHost.operate pid',
  'machineUpgrade.start packageId',
  'component.startDebug componentId',
  'component.startDebug load',
  'component.startDebug users',
  'component.startDebug loops',
  'monitor.startTest params',
  'monitor.startTest agentId',
  'monitor.startTest monitorId',
])
/** Calls that store something new, or nothing. */
const isMaking = (name: string): boolean =>
  /^(create|createSet|upload|import(Jtl)?|generate|register|login|test)$/.test(name)

function defaultsIn(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'prefault') return [path]
  if (def.type === 'optional' || def.type === 'nullable') return defaultsIn(def.innerType, path)
  if (def.type !== 'object') return []
  return Object.entries(def.shape)
    .filter(([name]) => name !== 'document')
    .flatMap(([name, field]) => defaultsIn(field, path === '' ? name : `${path}.${name}`))
}

test('no call that changes something stored makes up a field that is left out', () => {
  const changing = allCalls.filter(({ key, call }) => call.audit && !isMaking(key.split('.')[1] ?? ''))
  expect(changing.length).toBeGreaterThan(50)
  const madeUp = changing.flatMap(({ key, call }) =>
    defaultsIn(call.input, '').map(field => `${key} ${field}`),
  )
  expect(madeUp.filter(each => !madeOrDone.has(each))).toEqual([])
  expect([...madeOrDone].filter(each => !madeUp.includes(each))).toEqual([])
})
