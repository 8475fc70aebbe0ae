/** Ctrl-K: pages, components, scenarios and runs in one list, operated by keyboard. */
import {
  AppstoreOutlined,
  BuildOutlined,
  ExperimentOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useSession } from '../../lib/session/session.ts'
import { menuOf } from './menu.ts'
import './search-dialog.css'

interface Hit {
  readonly key: string
  readonly icon: ReactNode
  readonly title: string
  readonly note: string
  readonly to: string
}
const mostPerKind = 8

/** Objects of the project that match; none outside a project or without the permission. */
function useProjectHits(search: string, isInProject: boolean): readonly Hit[] {
  const t = useT()
  const projectId = useSession('projectId')
  const access = useSession('accessList')
  const isOn = isInProject && projectId !== ''
  const components = useQuery({
    queryKey: ['components', projectId, 'tree'],
    queryFn: ({ signal }) => api.component.tree({ projectId }, { signal }),
    enabled: isOn && access.includes('component.view'),
  })
  const plans = useQuery({
    queryKey: ['jmeterTree', projectId],
    queryFn: ({ signal }) => api.jmeterComponent.tree({ projectId }, { signal }),
    enabled: isOn && access.includes('component.view'),
  })
  const scenarios = useQuery({
    queryKey: ['scenarios', projectId, 'tree'],
    queryFn: ({ signal }) => api.scenario.tree({ projectId }, { signal }),
    enabled: isOn && access.includes('scenario.view'),
  })
  const runs = useQuery({
    queryKey: ['runs', projectId, 'search', search],
    queryFn: ({ signal }) => api.run.list({ projectId, search }, { signal }),
    enabled: isOn && search !== '' && access.includes('run.view'),
    placeholderData: before => before,
  })
  return useMemo(() => {
    if (search === '') return []
    return [
      ...(components.data ?? [])
        .filter(node => node.kind === 'component' && matches(node.name, search))
        .slice(0, mostPerKind)
        .map(node => ({
          key: node.id,
          icon: <AppstoreOutlined />,
          title: node.name,
          note: t('search.component'),
          to: links.component(node.id),
        })),
      ...(plans.data ?? [])
        .filter(node => node.kind === 'component' && matches(node.name, search))
        .slice(0, mostPerKind)
        .map(node => ({
          key: node.id,
          icon: <ExperimentOutlined />,
          title: node.name,
          note: t('search.jmeter'),
          to: links.jmeterComponent(node.id),
        })),
      ...(scenarios.data ?? [])
        .filter(node => node.kind === 'scenario' && matches(node.name, search))
        .slice(0, mostPerKind)
        .map(node => ({
          key: node.id,
          icon: <BuildOutlined />,
          title: node.name,
          note: t('search.scenario'),
          to: links.scenario(node.id),
        })),
      ...(runs.data?.rows ?? []).slice(0, mostPerKind).map(run => ({
        key: run.id,
        icon: <FileSearchOutlined />,
        title: `#${run.number} ${run.scenarioName}`,
        note: t('search.run'),
        to: links.run(run),
      })),
    ]
  }, [search, components.data, plans.data, scenarios.data, runs.data, t])
}

const matches = (name: string, search: string) => name.toLowerCase().includes(search.toLowerCase())

export function SearchDialog({
  area,
  onClose,
}: {
  readonly area: 'admin' | 'projects'
  readonly onClose: () => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const search = useDeferredValue(typed.trim())
  const cloudMode = useSession('cloudMode')
  const isTenantAdmin = useSession('isTenantAdmin')
  const accessList = useSession('accessList')
  const pages = menuOf(area, { cloudMode, isTenantAdmin, accessList })
    .flatMap(group => group.items)
    .map(({ path, route }) => ({
      key: path,
      icon: <FileTextOutlined />,
      title: t(route.title),
      note: t('search.page'),
      to: path,
    }))
    .filter(page => matches(page.title, search) || matches(page.to, search))
  const hits: readonly Hit[] = [...pages, ...useProjectHits(search, area === 'projects')]
  const current = Math.min(position, hits.length - 1)

  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setPosition((current + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') open(hits[current])
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={600}
      style={{ top: 96 }}
      className="search-dialog"
      aria-label={t('action.search')}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        value={typed}
        placeholder={t(area === 'admin' ? 'shell.searchPages' : 'shell.search')}
        aria-label={t('action.search')}
        role="combobox"
        aria-expanded
        aria-controls="search-hits"
        aria-activedescendant={hits[current] ? `search-hit-${current}` : undefined}
        onChange={event => {
          setTyped(event.target.value)
          setPosition(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="search-hits" role="listbox" aria-label={t('action.search')} className="search-hits">
        {hits.map((hit, index) => (
          <button
            type="button"
            key={hit.key}
            id={`search-hit-${index}`}
            role="option"
            aria-selected={index === current}
            className={index === current ? 'search-hit search-hit-current' : 'search-hit'}
            onMouseMove={() => setPosition(index)}
            onClick={() => open(hit)}
            ref={index === current ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          >
            {hit.icon}
            <span className="search-hit-title">{hit.title}</span>
            <span className="faint">{hit.note}</span>
          </button>
        ))}
        {hits.length === 0 && <p className="search-none">{t('search.none', { text: search })}</p>}
      </div>
      <div className="search-keys">
        <span>
          <kbd className="key-cap">↑</kbd> <kbd className="key-cap">↓</kbd> {t('search.choose')}
        </span>
        <span>
          <kbd className="key-cap">Enter</kbd> {t('action.open')}
        </span>
        <span>
          <kbd className="key-cap">Esc</kbd> {t('action.close')}
        </span>
      </div>
    </Modal>
  )
}
