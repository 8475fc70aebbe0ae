/** Columns of the transaction table's CSV for the parts of response times: those of the protocols that the run used. */
import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import { phaseKeys, phasesOfRun, phaseTitle } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

/** As versions before 0.8 named them, which had these five only. */
const namesSinceFirst: Readonly<Record<string, Bilingual>> = {
  dns: { zh: '域名解析(ms)', en: 'DNS (ms)' },
  connect: { zh: '建立连接(ms)', en: 'Connect (ms)' },
  tls: { zh: 'TLS(ms)', en: 'TLS (ms)' },
  firstByte: { zh: '首字节(ms)', en: 'First byte (ms)' },
  transfer: { zh: '传输(ms)', en: 'Transfer (ms)' },
}

function nameOf(key: string): Bilingual {
  const { zh, en } = phaseTitle(key)
  return namesSinceFirst[key] ?? { zh: `${zh}(ms)`, en: `${en} (ms)` }
}

/** The columns, of which a label's value may be missing. */
export function phaseColumns(labels: readonly LabelStatistics[]): (Bilingual & { readonly key: string })[] {
  const measured = phaseKeys.filter(key =>
    labels.some(({ phases }) => typeof phases?.[`${key}Ms`] === 'number'),
  )
  return phasesOfRun(measured).map(key => ({ key, ...nameOf(key) }))
}
