/** Values of test conditions as text; values without a translation are shown unchanged; pure. */
import type { ComparedDifference } from '@pone/contract/entities/comparison.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { MessageKey, Translate } from '../../../lib/i18n.ts'

type Words = Readonly<Record<string, MessageKey>>

const kinds: Words = {
  constant: 'report.model.constant',
  incremental: 'report.model.incremental',
  concurrency: 'report.model.concurrency',
  userDefined: 'report.model.userDefined',
  surge: 'report.model.surge',
  threadGroups: 'report.model.threadGroups',
}
const fields: Words = {
  users: 'scenario.field.users',
  rampUpSeconds: 'scenario.field.rampUpSeconds',
  durationSeconds: 'scenario.field.durationSeconds',
  loops: 'scenario.field.loops',
  start: 'scenario.field.start',
  step: 'scenario.field.step',
  intervalSeconds: 'scenario.field.intervalSeconds',
  max: 'scenario.field.max',
  holdSeconds: 'scenario.field.holdSeconds',
  rampDownSeconds: 'scenario.field.rampDownSeconds',
  rounds: 'scenario.field.rounds',
  gatherTimeoutSeconds: 'scenario.field.gatherTimeoutSeconds',
  min: 'scenario.field.min',
  peakSeconds: 'scenario.field.peakSeconds',
  count: 'scenario.field.count',
}
const words: Partial<Record<ComparedDifference['field'], Words>> = {
  drive: { users: 'scenario.load.users', arrivals: 'scenario.load.arrivals' },
  sampleLog: {
    off: 'scenario.samples.off',
    csv: 'scenario.samples.csv',
    jtl: 'scenario.samples.jtl',
  },
}

/** One text per run. */
export function differenceTexts({ field, values }: ComparedDifference, t: Translate): string[] {
  const contents = [...new Set(values)].filter(value => value !== null)
  return values.map(value => {
    if (value === null || value === '') return noValue
    if (field === 'duration') return formatDuration(Number(value) * 1_000)
    // The content hash has no meaning for a reader; equal letters mean equal content.
    if (field === 'componentContent')
      return t('comparison.difference.content', {
        letter: String.fromCharCode('A'.charCodeAt(0) + contents.indexOf(value)),
      })
    if (typeof value === 'number') return formatNumber(value)
    if (field === 'loadModel') return loadModelText(value, t)
    const key = words[field]?.[value]
    return key === undefined ? value : t(key)
  })
}

/** `constant users=200 rampUpSeconds=20` with the labels of the load model's form. */
function loadModelText(text: string, t: Translate): string {
  const [kind = '', ...parts] = text.split(' ')
  const name = kinds[kind]
  const texts = parts.map(part => {
    const [field = '', value = ''] = part.split('=')
    const label = fields[field]
    return label === undefined ? value : `${t(label)} ${value}${field.endsWith('Seconds') ? ' s' : ''}`
  })
  return [name === undefined ? kind : t(name), ...texts].join(' · ')
}
