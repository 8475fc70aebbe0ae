/** The difference of two flame diagrams with the choices of how it is computed; pages and the comparison of runs show it. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { type Profile, totalOf } from '@pone/profiles/model/profile.ts'
import { type DifferenceMode, differenceModes, type ServedRequests } from '@pone/profiles/views/difference.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Tooltip } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { EmptyState, ErrorState, LoadingState } from '../../page/page-states.tsx'
import { ClassFilter } from '../class-filter.tsx'
import { servedQuery, stacksQuery } from '../data/profile-queries.ts'
import { SourceNote, usePartName } from '../profile-frame.tsx'
import { useWeightText } from '../weight-text.ts'
import type { PartPair } from './comparable-parts.ts'
import type { DifferenceState } from './difference-state.ts'
import { DifferenceView } from './difference-view.tsx'
import { bothKnown, perRequests, requestsDuring } from './served-requests.ts'

export interface ComparedProps {
  readonly before: ProfileRecord
  readonly after: ProfileRecord
  readonly pair: PartPair
  /** Chooses among what can be compared; without it the type is told. */
  readonly choice?: ReactNode
  readonly state: DifferenceState
  readonly onChange: (changes: Partial<DifferenceState>) => void
}

export function DifferenceOf({ before, after, pair, choice, state, onChange }: ComparedProps) {
  const t = useT()
  const projectId = useProjectId()
  const partName = usePartName()
  const requests = useRequests(before, after)
  const { included, excluded } = state
  const former = useQuery(stacksQuery(projectId, { id: before.id, part: pair.before, included, excluded }))
  const latter = useQuery(stacksQuery(projectId, { id: after.id, part: pair.after, included, excluded }))
  const error = former.error ?? latter.error
  const part = before.parts[pair.before]
  const mode = modeOf(state, requests)
  return (
    <>
      <div className="flame-note">{choice ?? (part && partName(part))}</div>
      <SourceNote part={part} />
      <ClassFilter value={state} onChange={changes => onChange({ ...changes, root: -1 })} />
      <ModeChoice mode={mode} requests={requests} onChange={onChange} />
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([former.refetch(), latter.refetch()])} />
      ) : former.data === undefined || latter.data === undefined ? (
        <LoadingState rows={10} />
      ) : hasStacks(former.data) || hasStacks(latter.data) ? (
        <>
          <Totals before={former.data} after={latter.data} requests={requests} />
          <DifferenceView
            before={former.data}
            after={latter.data}
            requests={requests}
            name={`${before.name} - ${after.name}`}
            mode={mode}
            state={state}
            onChange={onChange}
          />
        </>
      ) : (
        <EmptyState title={t('flame.filteredOut')} />
      )}
    </>
  )
}

const hasStacks = ({ depth }: Profile): boolean => depth.length > 0

/** Weight of both as they were taken, and per request where that is known. */
function Totals(props: {
  readonly before: Profile
  readonly after: Profile
  readonly requests: ServedRequests | null
}) {
  const { before, after, requests } = props
  const t = useT()
  const weightText = useWeightText()
  const totals = useMemo(() => ({ before: totalOf(before), after: totalOf(after) }), [before, after])
  const both = (was: number, is: number) => `${weightText(before.unit, was)} → ${weightText(after.unit, is)}`
  return (
    <p className="flame-note">
      {t('flame.labelled', { label: t('flame.total'), text: both(totals.before, totals.after) })}
      {requests !== null &&
        ` · ${t('flame.labelled', {
          label: t('flame.perRequests', { count: formatNumber(perRequests) }),
          text: both(
            (totals.before / requests.before) * perRequests,
            (totals.after / requests.after) * perRequests,
          ),
        })}`}
    </p>
  )
}

interface KnownRequests extends ServedRequests {
  /** Whether a number was taken from a run. */
  readonly isOfRuns: boolean
}

/** As entered with the flame diagrams, else those of the runs that they belong to. */
function useRequests(before: ProfileRecord, after: ProfileRecord): KnownRequests | null {
  const projectId = useProjectId()
  const former = useQuery(servedQuery(projectId, before))
  const latter = useQuery(servedQuery(projectId, after))
  const known = bothKnown(requestsDuring(before, former.data), requestsDuring(after, latter.data))
  return known && { ...known, isOfRuns: before.requests === null || after.requests === null }
}

/** As chosen, where it can be computed. */
function modeOf({ mode }: DifferenceState, requests: ServedRequests | null): DifferenceMode {
  const known = differenceModes.find(each => each === mode) ?? 'normalised'
  return known === 'perRequest' && requests === null ? 'normalised' : known
}

function ModeChoice(props: {
  readonly mode: DifferenceMode
  readonly requests: KnownRequests | null
  readonly onChange: ComparedProps['onChange']
}) {
  const { mode, requests, onChange } = props
  const t = useT()
  return (
    <div className="flame-tools">
      <Segmented<DifferenceMode>
        aria-label={t('flame.difference')}
        value={mode}
        options={differenceModes.map(value => ({
          value,
          disabled: value === 'perRequest' && requests === null,
          label:
            value === 'perRequest' && requests === null ? (
              <Tooltip title={t('flame.needsRequests')}>{t('flame.mode.perRequest')}</Tooltip>
            ) : (
              t(`flame.mode.${value}`)
            ),
        }))}
        onChange={value => onChange({ mode: value })}
      />
      <span className="faint">
        {t(`flame.modeHelp.${mode}`, {
          before: formatNumber(requests?.before ?? 0),
          after: formatNumber(requests?.after ?? 0),
        })}
        {mode === 'perRequest' && requests?.isOfRuns && ` ${t('flame.requestsOfRuns')}`}
      </span>
    </div>
  )
}
