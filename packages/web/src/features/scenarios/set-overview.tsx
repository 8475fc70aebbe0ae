/** A scenario set: its scenarios, each with links to open and execute it. */
import { CaretRightOutlined, PlusOutlined } from '@ant-design/icons'
import type { ScenarioNode } from '@pone/contract/entities/scenario.ts'
import { Button, Table } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session/session.ts'
import { formatInstant } from '../../ui/format.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState } from '../../ui/page/page-states.tsx'
import { useExecute } from './editor/use-execute.ts'

export interface SetOverviewProps {
  readonly set: ScenarioNode
  readonly nodes: readonly ScenarioNode[]
  readonly onOpen: (id: string) => void
  readonly onCreate: () => void
}

export function SetOverview({ set, nodes, onOpen, onCreate }: SetOverviewProps) {
  const t = useT()
  const canEdit = useCan('scenario.edit')
  const canExecute = useCan('run.execute')
  const execute = useExecute()
  const scenarios = nodes.filter(node => node.parentId === set.id)
  const newScenario = canEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
      {t('scenario.newScenario')}
    </Button>
  )
  return (
    <div className="scenario-editor">
      <PageHeader title={set.name} actions={scenarios.length > 0 && newScenario} />
      <PageBody>
        {scenarios.length === 0 ? (
          <EmptyState title={t('scenario.setEmpty')} action={newScenario} />
        ) : (
          <Table
            size="middle"
            rowKey="id"
            dataSource={scenarios}
            pagination={false}
            onRow={node => ({ onClick: () => onOpen(node.id), style: { cursor: 'pointer' } })}
            columns={[
              {
                title: t('scenario.scenario'),
                dataIndex: 'name',
                render: (name: string, node) => (
                  <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(node.id)}>
                    {name}
                  </Button>
                ),
              },
              {
                title: t('scenario.changed'),
                render: (_, node) => `${node.updatedBy} · ${formatInstant(node.updatedAt)}`,
              },
              {
                title: '',
                align: 'right',
                render: (_, node) =>
                  canExecute && (
                    <Button
                      size="small"
                      icon={<CaretRightOutlined />}
                      loading={execute.isStarting}
                      onClick={event => {
                        event.stopPropagation()
                        execute.start(node.id)
                      }}
                    >
                      {t('scenario.execute')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </PageBody>
    </div>
  )
}
