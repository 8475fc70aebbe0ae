/** Page flameDiagramDifference: what changed between two flame diagrams, by frame and by method. */
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { CopyView } from '../../../ui/flame/copy-view.tsx'
import { profileQuery } from '../../../ui/flame/data/profile-queries.ts'
import { comparablePairs, comparableParts } from '../../../ui/flame/difference/comparable-parts.ts'
import { type ComparedProps, DifferenceOf } from '../../../ui/flame/difference/difference-of.tsx'
import { type DifferenceState, differenceDefaults } from '../../../ui/flame/difference/difference-state.ts'
import { useFlameLinks } from '../../../ui/flame/flame-links.ts'
import { ProfileError } from '../../../ui/flame/profile-error.tsx'
import { usePartName } from '../../../ui/flame/profile-frame.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, LoadingState } from '../../../ui/page/page-states.tsx'
import { OtherChoice } from './other-choice.tsx'

export function Page() {
  const t = useT()
  const pages = useFlameLinks()
  const projectId = useProjectId()
  const [state, change] = useUrlState<DifferenceState>(differenceDefaults)
  const before = useQuery({ ...profileQuery(projectId, state.id), enabled: state.id !== '' })
  const after = useQuery({ ...profileQuery(projectId, state.with), enabled: state.with !== '' })
  const error = before.error ?? after.error
  const retry = () => void Promise.all([before.refetch(), after.refetch()])
  return (
    <>
      <PageHeader
        title={t('route.flameDiagramDifference')}
        backTo={pages.list}
        actions={before.data && after.data && <CopyView />}
      />
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
          <ProfileError error={error} onRetry={retry} />
        ) : before.data === undefined || after.data === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <Compared before={before.data} after={after.data} state={state} onChange={change} />
        )}
      </PageBody>
    </>
  )
}

function Compared(props: Omit<ComparedProps, 'pair'>) {
  const { before, after, state, onChange } = props
  const t = useT()
  const partName = usePartName()
  const pair = comparableParts(before, after, state.part)
  if (pair === null) return <EmptyState title={t('flame.otherUnit')} />
  const options = comparablePairs(before, after).flatMap(({ before: value }) => {
    const part = before.parts[value]
    return part === undefined ? [] : [{ value, label: partName(part) }]
  })
  const choice = options.length > 1 && (
    <Select
      value={pair.before}
      aria-label={t('flame.kind')}
      popupMatchSelectWidth={false}
      options={options}
      onChange={part => onChange({ part, root: -1 })}
    />
  )
  return <DifferenceOf {...props} pair={pair} choice={choice || undefined} />
}
