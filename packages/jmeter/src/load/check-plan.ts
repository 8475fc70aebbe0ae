/** Whether a plan can be run under a scenario's load, as far as this can be checked before machines are reserved. */

import type { Share } from '@pone/contract/link/plan.ts'
import type { DrivenGroup } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { decodePlan } from '../jmx/bytes.ts'
import { readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { designedGroups } from './designed-groups.ts'
import { missingFiles } from './files.ts'
import type { ModelLoad } from './model-load.ts'
import { preparePlan } from './prepare-plan.ts'

export interface PlanCheck {
  readonly load: ModelLoad
  /** The plan's part among the plans of the run; the whole when left out. */
  readonly component?: Share
  /** How many machines share the load, about evenly; limits of a machine are not checked when it is null. */
  readonly machines: number | null
  /** Names of the component's files. */
  readonly files: readonly string[]
}

export type CheckedPlan =
  | { readonly ok: true; readonly text: string; readonly groups: readonly DrivenGroup[] }
  | { readonly ok: false; readonly reasons: readonly Bilingual[] }

/** What to do about files that the component lacks. */
export const missingText = (names: readonly string[]): Bilingual => ({
  zh: `缺少文件：${names.join('、')}，请在组件的“文件”中上传`,
  en: `files are missing: ${names.join(', ')}; upload them under “Files” of the component`,
})

/** The plan's text, or every reason against it; faults of the load model itself are left out, as they are not the plan's. */
export function checkPlan(bytes: Uint8Array, { load, component, machines, files }: PlanCheck): CheckedPlan {
  const decoded = decodePlan(bytes)
  if (!decoded.ok) return { ok: false, reasons: [jmxProblemText(decoded.problem)] }
  const read = readPlan(decoded.text)
  if (!read.ok) return { ok: false, reasons: [jmxProblemText(read.problem)] }
  const prepared = preparePlan({
    plan: read.plan,
    load: load.loadModel.kind === 'threadGroups' ? { kind: 'plan' } : { kind: 'model', ...load },
    // Rounds have all their users on one machine.
    share: { from01: 0, to01: load.loadModel.kind === 'concurrency' ? 1 : 1 / Math.max(1, machines ?? 1) },
    ...(component === undefined ? {} : { component }),
    files: new Map(),
  })
  const reasons = prepared.ok
    ? []
    : prepared.reasons.filter(
        ({ code }) => code !== 'model' && (machines !== null || code !== 'tooManyThreads'),
      )
  const missing = prepared.ok ? missingFiles(prepared.plan, new Set(files)) : []
  const texts = [...reasons.map(({ text }) => text), ...(missing.length > 0 ? [missingText(missing)] : [])]
  if (texts.length > 0) return { ok: false, reasons: texts }
  return { ok: true, text: decoded.text, groups: designedGroups(read.plan) }
}
