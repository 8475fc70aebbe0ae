/** The two runs of a calibration: as many requests as the machine can send, then many users that mostly wait. */
import { randomUUID } from 'node:crypto'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'

/** Length of each run, s. */
export const calibrationSeconds = 5

/** No think time: each user sends its next request as soon as it has its response. */
export const fullSpeedPlan = (ports: readonly number[], cores: number): RunPlan =>
  planOf(ports, { users: 16 * cores, rampUpSeconds: 0, thinkTimeMs: 0 })

/** Users start one after the other and send a request per second. */
export const manyUsersPlan = (ports: readonly number[], users: number): RunPlan =>
  planOf(ports, { users, rampUpSeconds: calibrationSeconds - 2, thinkTimeMs: 1_000 })

function planOf(
  ports: readonly number[],
  { users, rampUpSeconds, thinkTimeMs }: { users: number; rampUpSeconds: number; thinkTimeMs: number },
): RunPlan {
  const request = {
    id: 'request',
    name: 'request',
    kind: 'request',
    protocol: 'http',
    http: { url: 'http://127.0.0.1:${port}/' },
  }
  const pause = { id: 'pause', name: '', kind: 'thinkTime', durationMs: thinkTimeMs }
  const document = componentDocumentSchema.parse({
    parameters: [{ id: 'ports', kind: 'list', name: 'port', values: ports.map(String), update: 'once' }],
    steps: thinkTimeMs === 0 ? [request] : [request, pause],
  })
  const components = [{ id: 'calibration', name: 'calibration', percentage: 100, document }]
  return {
    runId: randomUUID(),
    components,
    labels: labelsOf(components, 'users'),
    drive: 'users',
    maxUsers: users,
    loadModel: { kind: 'constant', users, rampUpSeconds, durationSeconds: calibrationSeconds, loops: 0 },
    sampleLog: 'off',
    files: [],
  }
}
