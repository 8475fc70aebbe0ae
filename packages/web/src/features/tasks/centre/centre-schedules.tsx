/** The schedules of the task centre. */

import type { Schedule } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx'
import { useScheduleActions } from '../schedules/use-schedule-actions.tsx'
import { ToSets } from '../sets/to-sets.tsx'
import { type CentreSort, useScheduleColumns } from '../task/task-columns.tsx'
import { type TaskScope, useSchedules } from '../task-queries.ts'
import type { CentreList, Filters } from './centre-list.ts'

export function CentreSchedules({
  scope,
  engine,
  list,
}: {
  readonly scope: TaskScope
  readonly engine: Engine
  readonly list: CentreList
}) {
  const t = useT()
  const navigate = useNavigate()
  const [edited, setEdited] = useState<Schedule | null>(null)
  const schedules = useSchedules(scope, {
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    engine,
  })
  const actions = useScheduleActions()
  const isOwn = scope.kind === 'project'
  const mayChange = isOwn && actions.canExecute
  const setAddress = (schedule: Schedule) => links.taskSet(schedule.setId)
  const columns = useScheduleColumns({
    scope,
    nameOf: schedule =>
      isOwn ? <Link to={setAddress(schedule)}>{schedule.setName}</Link> : schedule.setName,
    switchOf: schedule =>
      isOwn ? (
        actions.enabledSwitch(schedule)
      ) : (
        <StatusTag tone={schedule.isEnabled ? 'passed' : 'off'}>{t('schedule.enabled')}</StatusTag>
      ),
    actionsOf: schedule =>
      mayChange
        ? [
            { key: 'edit', label: t('action.edit'), onClick: () => setEdited(schedule) },
            {
              key: 'delete',
              label: t('action.delete'),
              isDangerous: true,
              onClick: () => actions.remove(schedule),
            },
          ]
        : [],
  })
  return (
    <>
      <DataTable<Schedule, Filters, CentreSort>
        storageKey={`schedules-${scope.kind}`}
        label={t('task.section.schedules')}
        columns={columns}
        query={schedules}
        list={{ ...list, isFiltered: list.search !== '' }}
        rowId={schedule => schedule.id}
        {...(isOwn ? { onRowClick: (schedule: Schedule) => void navigate(setAddress(schedule)) } : {})}
        filters={
          <SearchField
            value={list.search}
            placeholder={t(isOwn ? 'task.centre.search' : 'task.centre.searchAll')}
            onSearch={search => list.setFilters({ search })}
          />
        }
        empty={{ title: t('task.centre.emptyScheduled'), action: isOwn && <ToSets /> }}
      />
      {edited !== null && (
        <ScheduleDialog
          set={{ id: edited.setId, name: edited.setName }}
          schedule={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
