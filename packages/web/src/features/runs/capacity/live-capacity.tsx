/** How far a capacity search is: what it does now and why, the figures of the present level, and the levels so far. */
import type { Capacity } from '@pone/contract/entities/capacity.ts'
import { formatClock, formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Progress } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import {
  intervalText,
  loadText,
  methodText,
  resultText,
  ruleHead,
  ruleLevelText,
  rulesText,
} from './capacity-texts.ts'
import { LevelTable } from './level-table.tsx'
import './capacity.css'

export function LiveCapacity({ capacity }: { readonly capacity: Capacity }) {
  const t = useT()
  return (
    <section className="run-capacity" aria-labelledby="run-capacity">
      <h2 id="run-capacity">{t('run.capacity.title')}</h2>
      {capacity.end === null ? <Searching capacity={capacity} /> : <Found capacity={capacity} />}
      <LevelTable capacity={capacity} />
    </section>
  )
}

/** What the search found; also in the report. */
export function Found({ capacity }: { readonly capacity: Capacity }) {
  const t = useT()
  const language = useSession('language')
  const { end } = capacity
  if (end === null) return null
  const { kind, best } = end
  const type = kind === 'found' || kind === 'atLeast' ? 'success' : kind === 'none' ? 'error' : 'warning'
  return (
    <>
      <Alert type={type} showIcon title={resultText(capacity, end, t)} className="run-alert" />
      <FactList
        facts={[
          [t('run.capacity.rules'), rulesText(capacity, t, language)],
          [t('run.capacity.interval'), intervalText(capacity, t)],
          ...(best === null ? [] : [[t('run.capacity.rate'), formatNumber(best.perSecond)] as const]),
          [t('run.capacity.how'), methodText(capacity, t)],
        ]}
      />
    </>
  )
}

function Searching({ capacity }: { readonly capacity: Capacity }) {
  const t = useT()
  const { rules, present, level, load, phase, phaseSeconds, why, isConfirming } = capacity
  const wanted = capacity.measureSeconds * (isConfirming ? 2 : 1)
  const seconds = present?.seconds ?? (phase === 'measuring' ? phaseSeconds : 0)
  const params = {
    level: loadText(capacity, level, t),
    load: loadText(capacity, load, t),
    seconds: formatNumber(phase === 'measuring' ? seconds : phaseSeconds),
    wanted: formatNumber(phase === 'settling' ? capacity.settleSeconds : wanted),
  }
  const now = phase === 'measuring' && seconds > wanted ? 'longer' : phase === 'ended' ? 'settling' : phase
  return (
    <>
      <p className="run-capacity-now" role="status">
        <strong>{t(`run.capacity.now.${now}`, params)}</strong> {t(`run.capacity.why.${why}`, params)}
      </p>
      <Progress
        percent={Math.min(100, Math.round((100 * seconds) / wanted))}
        size="small"
        aria-label={t('run.capacity.held')}
        format={() => t('run.capacity.heldOf', { ...params, seconds: formatNumber(seconds), wanted })}
      />
      <FactList
        facts={[
          ...rules.map(
            (rule, index) => [ruleHead(rule, t), ruleLevelText(rule, present?.rules[index], t)] as const,
          ),
          [
            t('run.capacity.time'),
            t('run.capacity.timeOf', {
              elapsed: formatClock(capacity.elapsedSeconds),
              most: formatClock(capacity.maxSeconds),
            }),
          ],
        ]}
      />
    </>
  )
}
