/** Ctrl-K: pages, components, scenarios and runs in one list, operated by keyboard. */
import {
  AppstoreOutlined,
  BuildOutlined,
  ExperimentOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { chosenByKey, type Hit } from './search-hits.ts'
import { useSearchHits } from './use-search-hits.ts'
import './search-dialog.css'

interface SearchDialogProps {
  readonly area: 'admin' | 'projects'
  readonly onClose: () => void
}

export function SearchDialog({ area, onClose }: SearchDialogProps) {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const search = useDeferredValue(typed.trim())
  const hits = useSearchHits(area, search)
  const current = Math.min(position, hits.length - 1)

  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = chosenByKey(event.key, current, hits.length)
    if (chosen !== null) {
      event.preventDefault()
      setPosition(chosen)
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
      // Not shown, but the name of the dialog for a screen reader.
      title={t('action.search')}
      styles={{ header: { display: 'none' } }}
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
        <HitOptions hits={hits} current={current} onChoose={setPosition} onOpen={open} />
        {hits.length === 0 && <p className="search-none">{t('search.none', { text: search })}</p>}
      </div>
      <KeyHints />
    </Modal>
  )
}

const icons: Readonly<Record<Hit['kind'], ReactNode>> = {
  page: <FileTextOutlined />,
  component: <AppstoreOutlined />,
  jmeter: <ExperimentOutlined />,
  scenario: <BuildOutlined />,
  run: <FileSearchOutlined />,
}

interface HitOptionsProps {
  readonly hits: readonly Hit[]
  readonly current: number
  readonly onChoose: (index: number) => void
  readonly onOpen: (hit: Hit) => void
}

function HitOptions({ hits, current, onChoose, onOpen }: HitOptionsProps) {
  const t = useT()
  return hits.map((hit, index) => (
    <button
      type="button"
      key={hit.key}
      id={`search-hit-${index}`}
      role="option"
      aria-selected={index === current}
      className={index === current ? 'search-hit search-hit-current' : 'search-hit'}
      onMouseMove={() => onChoose(index)}
      onClick={() => onOpen(hit)}
      ref={index === current ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
    >
      {icons[hit.kind]}
      <span className="search-hit-title">{hit.title}</span>
      <span className="faint">{t(`search.${hit.kind}`)}</span>
    </button>
  ))
}

function KeyHints() {
  const t = useT()
  return (
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
  )
}
