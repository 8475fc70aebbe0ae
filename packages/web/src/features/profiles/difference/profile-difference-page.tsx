/** Page flameDiagramDifference: what changed between two flame diagrams, by frame and by method. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { Profile } from '@pone/profiles/model/profile.ts'
import { type DifferenceMode, differenceModes } from '@pone/profiles/views/difference.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { profileQuery, stacksQuery } from '../data/profile-queries.ts'
import { ClassFilter } from '../flame/class-filter.tsx'
import { SourceNote, usePartName } from '../flame/profile-frame.tsx'
import { comparableParts, type PartPair } from './comparable-parts.ts'
import { type DifferenceState, differenceDefaults } from './difference-state.ts'
import { DifferenceView } from './difference-view.tsx'
import { OtherChoice } from './other-choice.tsx'

type Change = (changes: Partial<DifferenceState>) => void

export function Page() {
  const t = useT()
  const projectId = useProjectId()
  const [state, change] = useUrlState<DifferenceState>(differenceDefaults)
  const before = useQuery({ ...profileQuery(projectId, state.id), enabled: state.id !== '' })
  const after = useQuery({ ...profileQuery(projectId, state.with), enabled: state.with !== '' })
  const error = before.error ?? after.error
  const retry = () => void Promise.all([before.refetch(), after.refetch()])
  return (
    <>
      <PageHeader title={t('route.flameDiagramDifference')} backTo={links.flameDiagrams} />
      <PageBody>
        <div className="flame-tools">
          <OtherChoice of="before" chosen={before.data} onChoose={id => change({ id, root: -1, part: 0 })} />
          <OtherChoice of="after" chosen={after.data} onChoose={id => change({ with: id, root: -1 })} />
          <Button
            disabled={state.id === '' || state.with === ''}
            onClick={() => change({ id: state.with, with: state.id, root: -1, part: 0 })}
          >
            {t('flame.swap')}
          </Button>
        </div>
        {state.id === '' || state.with === '' ? (
          <EmptyState title={t('flame.chooseOther')} text={t('flame.chooseOtherText')} />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : before.data === undefined || after.data === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <Compared before={before.data} after={after.data} state={state} onChange={change} />
        )}
      </PageBody>
    </>
  )
}

interface ComparedProps {
  readonly before: ProfileRecord
  readonly after: ProfileRecord
  readonly state: DifferenceState
  readonly onChange: Change
}

function Compared(props: ComparedProps) {
  const t = useT()
  const pair = comparableParts(props.before, props.after, props.state.part)
  if (pair === null) return <EmptyState title={t('flame.otherUnit')} />
  return <Stacks {...props} pair={pair} />
}

function Stacks({ before, after, state, onChange, pair }: ComparedProps & { readonly pair: PartPair }) {
  const t = useT()
  const projectId = useProjectId()
  const partName = usePartName()
  const { included, excluded } = state
  const former = useQuery(stacksQuery(projectId, { id: before.id, part: pair.before, included, excluded }))
  const latter = useQuery(stacksQuery(projectId, { id: after.id, part: pair.after, included, excluded }))
  const error = former.error ?? latter.error
  const part = before.parts[pair.before]
  return (
    <>
      <p className="flame-note">{part && partName(part)}</p>
      <SourceNote part={part} />
      <ClassFilter value={state} onChange={changes => onChange({ ...changes, root: -1 })} />
      <ModeChoice before={before} after={after} state={state} onChange={onChange} />
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([former.refetch(), latter.refetch()])} />
      ) : former.data === undefined || latter.data === undefined ? (
        <LoadingState rows={10} />
      ) : hasStacks(former.data) || hasStacks(latter.data) ? (
        <DifferenceView
          before={former.data}
          after={latter.data}
          requests={requestsOf(before, after)}
          name={`${before.name} - ${after.name}`}
          mode={modeOf(state, before, after)}
          state={state}
          onChange={onChange}
        />
      ) : (
        <EmptyState title={t('flame.filteredOut')} />
      )}
    </>
  )
}

const hasStacks = ({ depth }: Profile): boolean => depth.length > 0

const requestsOf = (before: ProfileRecord, after: ProfileRecord) =>
  before.requests === null || after.requests === null
    ? null
    : { before: before.requests, after: after.requests }

/** As chosen in the address, where it can be computed. */
function modeOf({ mode }: DifferenceState, before: ProfileRecord, after: ProfileRecord): DifferenceMode {
  const known = differenceModes.find(each => each === mode) ?? 'normalised'
  return known === 'perRequest' && requestsOf(before, after) === null ? 'normalised' : known
}

function ModeChoice({ before, after, state, onChange }: ComparedProps) {
  const t = useT()
  const mode = modeOf(state, before, after)
  const requests = requestsOf(before, after)
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
        {t(`flame.modeHelp.${mode}`, { before: requests?.before ?? 0, after: requests?.after ?? 0 })}
      </span>
    </div>
  )
}
