/** The tabs of the task centre: those whose page this version has. */
import { Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { routes } from '../../../routes.ts'
import type { TaskScope } from '../task-queries.ts'

const bases = {
  admin: '/pone/atf/adminTaskCenter/',
  project: '/pone/atf/projects/taskCenter/',
} as const satisfies Record<TaskScope['kind'], string>

export function TaskTabs({ scope }: { readonly scope: TaskScope }) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tabs = routes.filter(route => route.path.startsWith(bases[scope.kind]) && route.page !== undefined)
  return (
    <Tabs
      size="small"
      className="task-tabs"
      activeKey={pathname}
      items={tabs.map(route => ({ key: route.path, label: t(route.title) }))}
      onChange={path => void navigate(path)}
    />
  )
}
