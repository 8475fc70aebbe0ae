/** The current project and a menu to switch to another one. */
import { CheckOutlined, DownOutlined, ProjectOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import { useQuery } from '@tanstack/react-query'
import { Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { chooseProject, entranceOf } from '../../lib/project.ts'
import { useSession } from '../../lib/session/session.ts'

const shownProjects = 10

export function ProjectSwitcher() {
  const t = useT()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const projectId = useSession('projectId')
  const projectName = useSession('projectName')
  const { data } = useQuery({
    queryKey: ['projects', 'mine', 'switcher'],
    queryFn: ({ signal }) => api.project.mine({ pageSize: shownProjects }, { signal }),
    enabled: isOpen,
  })
  const open = (project: ProjectChoice) => {
    chooseProject(project)
    void navigate(entranceOf(project))
  }
  const items: NonNullable<MenuProps['items']> = [
    ...(data?.rows ?? []).map(project => ({
      key: project.id,
      icon: project.id === projectId ? <CheckOutlined /> : <ProjectOutlined />,
      label: project.name,
      onClick: () => open(project),
    })),
    { type: 'divider' },
    {
      key: 'all',
      icon: <UnorderedListOutlined />,
      label: t('shell.allProjects'),
      onClick: () => void navigate(paths.projectInfo),
    },
  ]
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      menu={{ items, style: { maxHeight: 420, minWidth: 200 } }}
    >
      <button
        type="button"
        className="icon-button project-switcher"
        aria-label={t('shell.switchProject', { name: projectName })}
      >
        <ProjectOutlined />
        <span className="project-switcher-name">{projectName}</span>
        <DownOutlined style={{ fontSize: 10 }} />
      </button>
    </Dropdown>
  )
}
