/** Makes a report's content from stored batches: one pass over the part of the run, section by section, so that one that fails spoils only itself. */

import { isRoutine } from '@pone/contract/entities/run.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import { isGeneratorLimited } from '@pone/metrics/overload.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { RuleValues } from '../merge/rule-values.ts'
import { RunMerge } from '../merge/run-merge.ts'
import { SuspectRanges } from '../merge/suspect-ranges.ts'
import { TimeAxis } from '../merge/time-axis.ts'
import { type Judge, judgementOf } from '../monitoring/judgement.ts'
import type { ReportRange } from '../report-range.ts'
import type { BoundMix } from '../run-mix.ts'
import { type RunRecord, toRunDetail } from '../run-record.ts'
import type { BatchReader, RunFactsReader } from '../run-results.ts'
import type { ReportMachine } from '../sections/machines/data.ts'
import { reportSections } from '../sections/registry.ts'
import type { ReportMaterial, SectionMaker } from '../sections/section.ts'
import { emptyFields, type ReportContent, type SectionFields } from './content.ts'
import { verdictOf } from './verdict.ts'

export const maxReportPoints = 1_200

export interface ReportStore {
  readonly runs: RunFactsReader
  readonly batches: BatchReader
  /** What was kept of a run's monitoring; absent where nothing is monitored. */
  readonly monitoring?:
    | {
        kept(runId: string): Promise<RunMonitoring | null>
        /** Of the counters that rules name. */
        ruleValues(runId: string): Promise<readonly RuleValues[]>
      }
    | undefined
  /** The production mix that the run's scenario names, null without one; absent where there are none. */
  readonly mixOf?: ((record: RunRecord) => Promise<BoundMix | null>) | undefined
  /** Computes verdicts elsewhere, such as in a thread; absent: here. */
  readonly judge?: Judge | undefined
}

/** As much of a section as is needed to compute its data. */
export interface ComputedSection {
  readonly name: string
  start(material: ReportMaterial): SectionMaker<Partial<SectionFields>>
}

interface Making {
  readonly section: ComputedSection
  maker: SectionMaker<Partial<SectionFields>> | null
  failure: string | null
}

/** @throws whatever the database says; a section that fails is named in `missing` instead. */
export async function makeReport(
  input: { record: RunRecord; range: ReportRange; includesRampUp?: boolean; now: number },
  store: ReportStore,
  sections: readonly ComputedSection[] = Object.values(reportSections),
): Promise<ReportContent> {
  const { record, range } = input
  const material = await gather(input, store)
  const makings = sections.map((section): Making => {
    const making: Making = { section, maker: null, failure: null }
    making.maker = guarded(making, () => section.start(material))
    return making
  })
  let damaged = 0
  // The last word of a worker that died may carry a later second than anything that was counted.
  const toSecond = range.isWhole ? undefined : range.lastSecond
  for await (const batches of store.batches.read(record.id, range.firstSecond, toSecond)) {
    for (const batch of batches) {
      try {
        material.merge.add(batch)
      } catch {
        damaged += 1
        continue
      }
      for (const making of makings) guarded(making, () => making.maker?.add?.(batch))
    }
    material.merge.axis.packMetrics()
  }
  let fields = emptyFields()
  for (const making of makings) fields = { ...fields, ...(await finished(making)) }
  const missing = makings.flatMap(({ section, failure }) =>
    failure === null ? [] : [{ section: section.name, reason: failure }],
  )
  if (damaged > 0) missing.push({ section: 'figures', reason: `${damaged} damaged batches` })
  const isGeneratorLimit = fields.bottleneck?.kind === 'generator' || isOverloaded(fields.machines, range)
  return {
    run: toRunDetail(record, input.now),
    fromMs: range.fromMs,
    toMs: range.toMs,
    verdict: verdictOf({
      // How the run ended says nothing about a part that had ended before.
      cause: range.toMs >= (runDurationMs(record) ?? 0) ? record.cause : null,
      count: fields.total.count,
      isReconciled: fields.reconciliation.isReconciled,
      sla: fields.sla,
      isGeneratorLimit,
    }),
    isGeneratorLimit,
    ...fields,
    missing,
  }
}

/** Whether load machines were overloaded for so long that the part says nothing of the target. */
function isOverloaded(machines: readonly ReportMachine[], { firstSecond, lastSecond }: ReportRange): boolean {
  const overloaded = new SuspectRanges()
  for (const { overloads } of machines)
    for (const { fromSecond, toSecond } of overloads) overloaded.add(fromSecond, toSecond)
  return isGeneratorLimited(overloaded.seconds, lastSecond - firstSecond + 1)
}

async function gather(
  { record, range, includesRampUp = false }: Parameters<typeof makeReport>[0],
  { runs, batches, monitoring, mixOf, judge = async task => judgementOf(task) }: ReportStore,
): Promise<ReportMaterial> {
  const seconds = range.lastSecond - range.firstSecond + 1
  const axis = new TimeAxis({
    maxPoints: maxReportPoints,
    firstSecond: range.firstSecond,
    secondsPerPoint: Math.ceil(seconds / maxReportPoints),
  })
  return {
    record,
    range,
    includesRampUp,
    machines: await runs.machines(record.id),
    events: (await runs.events(record.id)).filter(event => !isRoutine(event)),
    samples: await batches.samples(record.id),
    workers: await batches.workerTotals(record.id),
    merge: new RunMerge(record.labels, axis, range.toMs),
    monitoring: (await monitoring?.kept(record.id)) ?? null,
    ruleValues: (await monitoring?.ruleValues(record.id)) ?? [],
    mix: (await mixOf?.(record)) ?? null,
    judge,
  }
}

async function finished(making: Making): Promise<Partial<SectionFields> | null | undefined> {
  const pending = guarded(making, () => making.maker?.finish())
  try {
    return await pending
  } catch (cause) {
    making.failure = errorText(cause)
    return null
  }
}

/** The first failure of a section is kept and the section left alone from then on. */
function guarded<T>(making: Making, work: () => T): T | null {
  if (making.failure !== null) return null
  try {
    return work()
  } catch (cause) {
    making.failure = errorText(cause)
    return null
  }
}
