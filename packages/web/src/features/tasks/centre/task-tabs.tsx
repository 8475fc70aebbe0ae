/** The tabs of the task centre. */
import { Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import type { TaskScope } from '../task-queries.ts'
import { centreTabs } from './centre-tabs.ts'
import '../tasks.css'

export function TaskTabs({ scope }: { readonly scope: TaskScope }) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Tabs
      size="small"
      className="task-tabs"
      activeKey={pathname}
      items={centreTabs(scope.kind).map(({ path, title }) => ({ key: path, label: t(title) }))}
      onChange={path => void navigate(path)}
    />
  )
}
