/** What waits for the person: unsaved work, own runs that were not opened, missed and coming schedules, own components that cannot run. */
import type { Waiting } from '@pone/contract/entities/home.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { RunStateTag, SlaTag } from '../../ui/run/run-state.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { HomePanel } from './home-panel.tsx'
import { useWaiting } from './home-queries.ts'
import { type KeptDraft, useKeptDrafts } from './kept-drafts.ts'

export function WaitingList() {
  const t = useT()
  const drafts = useKeptDrafts()
  return (
    <HomePanel title={t('home.waiting')} query={useWaiting()}>
      {waiting => <WaitingRows waiting={waiting} drafts={drafts} />}
    </HomePanel>
  )
}

function WaitingRows({
  waiting,
  drafts,
}: {
  readonly waiting: Waiting
  readonly drafts: readonly KeptDraft[]
}) {
  const t = useT()
  const { runs, missed, components, schedules } = waiting
  const total = runs.total === runs.limit ? `${runs.limit}+` : String(runs.total)
  const isEmpty = [drafts, runs.rows, missed, components, schedules].every(list => list.length === 0)
  if (isEmpty) return <p className="secondary home-line">{t('home.nothingWaits')}</p>
  return (
    <>
      <Group title={t('home.drafts')}>
        {drafts.map(draft => (
          <Item key={draft.id} to={draft.to} name={draft.name} />
        ))}
      </Group>
      <Group title={t('home.unopened', { count: total })}>
        {runs.rows.map(run => (
          <Item
            key={run.id}
            to={links.report(run.id)}
            name={`#${run.number} ${run.scenarioName}`}
            at={run.startedAt ?? run.createdAt}
          >
            <RunStateTag state={run.state} />
            {(run.sla === 'passed' || run.sla === 'broken' || run.sla === 'notReliable') && (
              <span className="home-sla">
                SLA <SlaTag state={run.sla} />
              </span>
            )}
          </Item>
        ))}
      </Group>
      <Group title={t('home.missed')}>
        {missed.map(execution => (
          <Item
            key={execution.id}
            to={links.execution(execution)}
            name={`#${execution.number} ${execution.setName}`}
            at={execution.dueAt}
          />
        ))}
      </Group>
      <Group title={t('home.broken')}>
        {components.map(component => (
          <Item key={component.id} to={links.component(component.id)} name={component.name}>
            <span className="secondary">
              {t('home.errorsOf', { count: component.errors, first: component.firstError })}
            </span>
          </Item>
        ))}
      </Group>
      <Group title={t('home.schedules')}>
        {schedules.map(schedule => (
          <Item
            key={schedule.id}
            to={links.taskSet(schedule.setId)}
            name={schedule.setName}
            at={schedule.at}
          />
        ))}
      </Group>
    </>
  )
}

/** Nothing for an empty list. */
function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className="home-group">
      <h3 className="home-group-title">{title}</h3>
      <ul className="home-list">{children}</ul>
    </div>
  )
}

function Item(props: {
  readonly to: string
  readonly name: string
  readonly at?: number
  readonly children?: ReactNode
}) {
  return (
    <li>
      <div className="home-list-head">
        <Link className="home-name" to={props.to} title={props.name}>
          {props.name}
        </Link>
        {props.at !== undefined && (
          <span className="faint">
            <TimeText at={props.at} />
          </span>
        )}
      </div>
      {props.children !== undefined && <div className="home-list-facts">{props.children}</div>}
    </li>
  )
}
