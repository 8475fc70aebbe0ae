/** What every page of one flame diagram has around its content: loading, errors, title with a way back, and the choice among its profiles. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { Profile } from '@pone/profiles/model/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useProjectId } from '../../lib/project.ts'
import { PageBody, PageHeader } from '../page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../page/page-states.tsx'
import { ClassFilter } from './class-filter.tsx'
import { CopyView } from './copy-view.tsx'
import { type AskedProfile, partOf, profileQuery, stacksQuery } from './data/profile-queries.ts'
import { type FlameLinks, useFlameLinks } from './flame-links.ts'
import { ProfileError } from './profile-error.tsx'

export const askedDefaults = { id: '', part: 0, included: '', excluded: '' }

export function ProfileFrame(props: {
  readonly title: string
  readonly asked: AskedProfile
  readonly onChange: (changes: Partial<AskedProfile>) => void
  readonly actions?: (pages: FlameLinks) => ReactNode
  readonly children: (record: ProfileRecord, profile: Profile) => ReactNode
}) {
  const { title, asked, onChange, children } = props
  const t = useT()
  const pages = useFlameLinks()
  const projectId = useProjectId()
  const record = useQuery({ ...profileQuery(projectId, asked.id), enabled: asked.id !== '' })
  const stacks = useQuery(stacksQuery(projectId, asked, record.data !== undefined))
  const { data } = record
  return (
    <>
      <PageHeader
        title={data === undefined ? title : t('flame.titleOf', { title, name: data.name })}
        backTo={asked.id === '' ? pages.list : pages.info(asked.id)}
        {...(data && {
          note: <PartChoice record={data} part={asked.part} onChange={part => onChange({ part })} />,
          actions: (
            <>
              <CopyView />
              {props.actions?.(pages)}
            </>
          ),
        })}
      />
      <PageBody>
        {asked.id === '' ? (
          <EmptyState title={t('noFlame.title')} text={t('flame.emptyText')} />
        ) : record.error ? (
          <ProfileError error={record.error} onRetry={() => void record.refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <>
            <SourceNote part={partOf(data, asked.part)} />
            <ClassFilter value={asked} onChange={onChange} />
            {stacks.error ? (
              <ErrorState error={stacks.error} onRetry={() => void stacks.refetch()} />
            ) : stacks.data === undefined ? (
              <LoadingState rows={10} />
            ) : stacks.data.depth.length === 0 ? (
              <EmptyState title={t('flame.filteredOut')} />
            ) : (
              children(data, stacks.data)
            )}
          </>
        )}
      </PageBody>
    </>
  )
}

/** What the reader must know of a source to judge it. */
export function SourceNote({ part }: { readonly part: ProfilePart | undefined }) {
  const t = useT()
  if (part?.source === 'jdk.ExecutionSample' && part.kind === 'cpu')
    return <p className="flame-note">{t('flame.javaOnly')}</p>
  if (part?.source === 'jdk.NativeMethodSample') return <p className="flame-note">{t('flame.inNative')}</p>
  if (part?.source === 'jdk.ThreadPark') return <p className="flame-note">{t('flame.parked')}</p>
  return null
}

/** Type and source of a profile, as one name. */
export function usePartName(): (part: Pick<ProfilePart, 'kind' | 'source'>) => string {
  const t = useT()
  return ({ kind, source }) =>
    source === '' ? t(`flame.kind.${kind}`) : `${t(`flame.kind.${kind}`)} · ${source}`
}

function PartChoice(props: {
  readonly record: ProfileRecord
  readonly part: number
  readonly onChange: (part: number) => void
}) {
  const t = useT()
  const partName = usePartName()
  const { parts } = props.record
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return <>{partName(only)}</>
  return (
    <Select
      value={props.part < parts.length ? props.part : 0}
      aria-label={t('flame.kind')}
      popupMatchSelectWidth={false}
      options={parts.map((part, value) => ({ value, label: partName(part) }))}
      onChange={props.onChange}
    />
  )
}
