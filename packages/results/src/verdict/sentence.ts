/** The verdict in one sentence, and its reasons, in both languages: the only words of the verdict. */
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { NotJudgedReason, RuledOutReason } from './exclusion.ts'
import type { Estimate } from './robust.ts'
import { isTold } from './usage.ts'
import type { JudgedResource, MissingData, NotJudged, Verdict } from './verdict.ts'

/** Why a resource is ruled out. */
export const ruledOutTexts: Readonly<Record<RuledOutReason, Bilingual>> = {
  hasRoom: { zh: '拐点之后仍有余量', en: 'has room left after the knee' },
  notByLoad: { zh: '拐点之前不随吞吐量变化', en: 'does not follow throughput before the knee' },
  heldLonger: {
    zh: '已用满，但其上限更高：每个请求占用的时间变长了，原因在它之后',
    en: 'full, but its ceiling is higher: each request holds it longer because of something behind it',
  },
  higherCeiling: { zh: '其上限更高', en: 'its ceiling is higher' },
  nothingWaits: { zh: '没有请求在等待它', en: 'no requests wait for it' },
  effect: { zh: '由其后的资源造成', en: 'full because of a resource behind it' },
  noPressure: { zh: '内存压力没有在拐点处上升', en: 'its pressure did not rise at the knee' },
}

/** Why a resource was not judged. */
export const notJudgedTexts: Readonly<Record<NotJudgedReason, Bilingual>> = {
  fewReadings: { zh: '采样太少', en: 'too few readings' },
  lowPower: { zh: '采样过于分散', en: 'its readings scatter too much' },
  fullBefore: { zh: '低负载时已占满', en: 'full already at low load' },
  unknownCapacity: { zh: '容量未知', en: 'its capacity is not known' },
  changedCapacity: { zh: '运行期间容量有变化', en: 'its capacity changed during the run' },
  unknownPressure: { zh: '没有采集内存压力', en: 'its pressure was not read' },
  unknownWaiting: {
    zh: '只知道是否有请求在等待，不知道有多少',
    en: 'it is only known whether requests wait, not how many',
  },
}

const texts = {
  bottleneck: {
    zh: '{name} 最多支持 {ceiling}；实测 {measured}/s{next}。',
    en: '{name} allows {ceiling}; measured {measured}/s{next}.',
  },
  full: {
    zh: '{name} 已用满；实测 {measured}/s{next}。',
    en: '{name} is full; measured {measured}/s{next}.',
  },
  ceiling: {
    zh: '{value}/s（95% 区间 {low} – {high}）',
    en: '{value}/s (95% interval {low} – {high})',
  },
  waiting: {
    zh: '超过 {knee} {load}后新增的请求有 {share}% 在等待 {name}；实测 {measured}/s{next}。',
    en: '{share}% of the requests added beyond {knee} {load} wait for {name}; measured {measured}/s{next}.',
  },
  space: {
    zh: '{name} 不足：压力从 {knee} {load}起上升；实测最高 {measured}/s{next}。',
    en: '{name} is short: its pressure rises from {knee} {load} on; measured at most {measured}/s{next}.',
  },
  next: { zh: '；下一个上限：{name} {ceiling}', en: '; next ceiling: {name} {ceiling}' },
  generator: {
    zh: '压力机是瓶颈（{name}），本次运行无效，不能说明被测系统的能力。',
    en: 'The load machines were the limit ({name}): this run is invalid and says nothing of the target.',
  },
  noneObserved: {
    zh: '吞吐量从 {knee} {load}起停在 {measured}/s，但所监控的 {count} 个资源都不是原因{where}。',
    en: 'Throughput stays at {measured}/s from {knee} {load} on, but none of the {count} observed resources is the cause{where}.',
  },
  monitor: { zh: '；请监控：{nodes}', en: '; monitor: {nodes}' },
  undecided: {
    zh: '数据不足：吞吐量从 {knee} {load}起停在 {measured}/s，但有资源无法判断：{resources}{where}。',
    en: 'Not enough data: throughput stays at {measured}/s from {knee} {load} on, but not all resources could be judged: {resources}{where}.',
  },
  group: { zh: '{names}（{why}）', en: '{names} ({why})' },
  more: { zh: '{names} 等 {count} 个', en: '{names} and {count} more' },
  eachSecond: { zh: '采样太少，请每秒采集', en: 'not enough readings: collect each second' },
  longer: {
    zh: '采样太少，请在拐点前后各运行更久',
    en: 'not enough readings: run longer below and beyond the knee',
  },
  notReached: {
    zh: '未达到拐点：{knee} {load}时吞吐量为 {measured}/s{next}。',
    en: 'The knee was not reached: throughput was {measured}/s at {knee} {load}{next}.',
  },
  lowest: {
    zh: '；推算的最低上限：{name} {ceiling}',
    en: '; lowest projected ceiling: {name} {ceiling}',
  },
  notEnoughData: { zh: '数据不足：{missing}。', en: 'Not enough data: {missing}.' },
  windows: {
    zh: '需要 {need} 个时间窗口，只有 {have} 个',
    en: '{need} windows are needed, there are {have}',
  },
  loadRange: {
    zh: '负载需要增长到 {need} 倍，实际为 {have} 倍',
    en: 'the load must grow {need} times, it grew {have} times',
  },
  constantLoad: {
    zh: '负载恒定，因此没有拐点；请用逐步增长的负载执行',
    en: 'the load was constant, so there is no knee; run with a load that grows step by step',
  },
  resources: { zh: '没有资源有足够的采样', en: 'no resource has enough readings' },
  suspectWindows: {
    zh: '{share}% 的时间窗口不可信',
    en: '{share}% of the windows are suspect',
  },
  users: { zh: '个用户', en: 'users' },
  rate: { zh: '次到达/s', en: 'arrivals/s' },
} satisfies Record<string, Bilingual>

const nothing: Bilingual = { zh: '', en: '' }

/** Whole numbers with separators from 100 on, below with a digit behind the point. */
const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Math.round(value * 10) / 10)

const ceilingText = ({ value, low, high }: Estimate): Bilingual =>
  filled(texts.ceiling, { value: figure(value), low: figure(low), high: figure(high) })

const percent = (share01: number): number => Math.round(100 * share01)

function nextText(next: JudgedResource | null, text: Bilingual): Bilingual {
  if (next === null || !isTold(next.ceiling)) return nothing
  const { ceiling } = next
  return filled(text, { name: next.names, ceiling: ceilingText(ceiling) })
}

/** `drive` is that of the run: in what its load is counted. */
export function sentenceOf(verdict: Verdict, drive: 'users' | 'rate'): Bilingual {
  const load = texts[drive]
  switch (verdict.kind) {
    case 'notEnoughData': {
      if ('notJudged' in verdict) return unnamedSentence(verdict, load)
      const missing = verdict.missing.map(missingText)
      const joined = {
        zh: missing.map(({ zh }) => zh).join('；'),
        en: missing.map(({ en }) => en).join('; '),
      }
      return filled(texts.notEnoughData, { missing: joined })
    }
    case 'notReached':
      return filled(texts.notReached, {
        knee: figure(verdict.highestLoad),
        load,
        measured: figure(verdict.highestTps),
        next: nextText(verdict.ceilings[0] ?? null, texts.lowest),
      })
    case 'noneObserved':
      return unnamedSentence(verdict, load)
    default:
      return namedSentence(verdict, load)
  }
}

function unnamedSentence(
  { kind, knee, ruledOut, notJudged, monitorNext }: Extract<Verdict, { monitorNext: unknown }>,
  load: Bilingual,
): Bilingual {
  const nodes = monitorNext.map(({ node, tier }) => node ?? tier ?? '').join(', ')
  return filled(kind === 'noneObserved' ? texts.noneObserved : texts.undecided, {
    measured: figure(knee.plateau.value),
    knee: figure(knee.load.value),
    load,
    count: ruledOut.length + notJudged.length,
    resources: kind === 'noneObserved' ? nothing : groupsText(notJudged),
    where: nodes === '' ? nothing : filled(texts.monitor, { nodes }),
  })
}

/** Names are told up to this number; all of them stand in the table. */
const maxNames = 3

/** Resources that can be the cause by what is missing of them, with what to do where more readings help. */
function groupsText(all: readonly NotJudged[]): Bilingual {
  const groups = Map.groupBy(
    all.filter(({ canBeCause }) => canBeCause),
    ({ reason }) => (reason === 'lowPower' ? 'fewReadings' : reason),
  )
  const told = [...groups].map(([reason, resources]) => {
    const advice = resources.some(({ intervalMs }) => intervalMs > 1_000) ? texts.eachSecond : texts.longer
    return filled(texts.group, {
      names: namesText(resources),
      why: reason === 'fewReadings' ? advice : notJudgedTexts[reason],
    })
  })
  return { zh: told.map(({ zh }) => zh).join('；'), en: told.map(({ en }) => en).join('; ') }
}

function namesText(resources: readonly NotJudged[]): Bilingual {
  const shown = resources.slice(0, maxNames).map(({ names }) => names)
  const names = { zh: shown.map(({ zh }) => zh).join('、'), en: shown.map(({ en }) => en).join(', ') }
  if (resources.length <= maxNames) return names
  return {
    zh: filled(texts.more, { names, count: resources.length }).zh,
    en: filled(texts.more, { names, count: resources.length - maxNames }).en,
  }
}

function namedSentence(
  { kind, ranked, knee, next }: Extract<Verdict, { ranked: unknown }>,
  load: Bilingual,
): Bilingual {
  const [first] = ranked
  if (first === undefined) return nothing
  if (kind === 'generator') return filled(texts.generator, { name: first.names })
  const { ceiling } = first
  const isKnown = isTold(ceiling)
  const ofCeiling = isKnown ? texts.bottleneck : texts.full
  const text = first.nature === 'waiting' ? texts.waiting : first.nature === 'space' ? texts.space : ofCeiling
  return filled(text, {
    name: first.names,
    ceiling: isKnown ? ceilingText(ceiling) : nothing,
    measured: figure(knee.plateau.value),
    knee: figure(knee.load.value),
    load,
    share: percent(first.waitingShare01 ?? 0),
    next: nextText(next, texts.next),
  })
}

function missingText(missing: MissingData): Bilingual {
  if (missing.what === 'resources' || missing.what === 'constantLoad') return texts[missing.what]
  if (missing.what === 'suspectWindows')
    return filled(texts.suspectWindows, { share: percent(missing.share01) })
  return filled(texts[missing.what], { have: figure(missing.have), need: figure(missing.need) })
}
