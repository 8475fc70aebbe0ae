/** The page of a scenario set, and of all scenarios: their list with last results, and the button that creates one. */
import { PlusOutlined } from '@ant-design/icons'
import type { ScenarioNode } from '@pone/contract/entities/scenario.ts'
import { Button } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ScenarioList } from './landing/scenario-list.tsx'

export interface SetOverviewProps {
  /** null: the scenarios of all sets. */
  readonly set: ScenarioNode | null
  readonly onOpen: (id: string) => void
  readonly onCreate: () => void
}

export function SetOverview({ set, onOpen, onCreate }: SetOverviewProps) {
  const t = useT()
  const newScenario = useCan('scenario.edit') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
      {t('scenario.newScenario')}
    </Button>
  )
  return (
    <div className="scenario-editor">
      <PageHeader title={set?.name ?? t('scenario.list.title')} actions={newScenario} />
      <PageBody>
        <ScenarioList
          setId={set?.id ?? null}
          onOpen={onOpen}
          empty={{ title: t(set === null ? 'scenario.emptyTitle' : 'scenario.setEmpty') }}
        />
      </PageBody>
    </div>
  )
}
