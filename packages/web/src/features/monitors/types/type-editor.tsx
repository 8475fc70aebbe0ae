/** Writes a monitor type: its text with errors in the margin, and beside it preview, trial, versions and the format. */
import { UploadOutlined } from '@ant-design/icons'
import type { MonitorTypeCheck, MonitorTypeDetail } from '@pone/contract/entities/monitor-type.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tabs, Upload } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { isAborted, showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { typeQuery, typesKey } from './monitor-type-queries.ts'
import { starterText } from './starter-text.ts'
import { TypeFormat } from './type-format.tsx'
import { TypePreview } from './type-preview.tsx'
import { TypeTrial } from './type-trial.tsx'
import { TypeVersions } from './type-versions.tsx'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

const checkAfterMs = 400
const listPath = '/pone/atf/monitorType'

interface EditorProps {
  /** null: a new type. */
  readonly name: string | null
  /** Type whose text a new one begins with. */
  readonly from: string | null
  readonly onCreated: (name: string) => void
  /** Begins a new type with the text of this one. */
  readonly onCopy: (name: string) => void
}

/** Loads the text first. */
export function TypeEditor(props: EditorProps) {
  const { name, from } = props
  const t = useT()
  const wanted = name ?? from ?? ''
  const { data, error, refetch } = useQuery({ ...typeQuery(wanted, null), enabled: wanted !== '' })
  if (wanted === '') return <Editor {...props} stored={null} start={starterText} />
  if (data)
    return (
      <Editor
        {...props}
        stored={name === null ? null : data}
        start={name === null ? data.text.replace(/^name: .*$/m, `name: ${data.name}-copy`) : data.text}
      />
    )
  return (
    <>
      <PageHeader title={t('route.monitorType')} backTo={listPath} />
      <PageBody>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
      </PageBody>
    </>
  )
}

function Editor(props: EditorProps & { readonly stored: MonitorTypeDetail | null; readonly start: string }) {
  const { stored, start, onCreated, onCopy } = props
  const t = useT()
  const { text, base, isDirty, setText, replace } = useText(stored, start)
  const check = useCheck(text, stored?.isBuiltIn === true ? null : (stored?.name ?? null))
  const isReadOnly = stored?.isBuiltIn === true
  const type = useMemo(
    () => (stored?.isBuiltIn === true ? (monitorTypeOf(stored.name) ?? null) : typeIn(check)),
    [stored, check],
  )
  const { save, isSaving } = useSave({ stored, base: base.version, text, onCreated, onSaved: replace })
  const problems = isReadOnly ? [] : (check?.problems ?? [])
  return (
    <>
      <PageHeader
        title={titleOf(t, stored)}
        backTo={listPath}
        note={!isReadOnly && <CheckState check={check} />}
        actions={
          isReadOnly ? (
            <Button onClick={() => onCopy(stored.name)}>{t('monitorType.copy')}</Button>
          ) : (
            <>
              <UploadButton onText={setText} />
              <Button
                type="primary"
                loading={isSaving}
                disabled={type === null || (stored !== null && !isDirty)}
                onClick={() => void save()}
              >
                {stored ? t('monitorType.saveVersion', { version: base.version + 1 }) : t('monitorType.save')}
              </Button>
            </>
          )
        }
      />
      <PageBody>
        <UnsavedGuard isDirty={isDirty && !isSaving} onSave={save} />
        <div className="monitor-type-editor">
          <Source text={text} problems={problems} isReadOnly={isReadOnly} onText={setText} />
          <Sides stored={stored} type={type} text={text} onRestored={replace} />
        </div>
      </PageBody>
    </>
  )
}

interface Base {
  /** 0 of a new type. */
  readonly version: number
  readonly text: string
}

/**
 * The text in the editor, and the version that it began with. A newer version, e.g. saved by somebody else, replaces
 * only a text without changes; a changed one keeps its version, so that saving it is refused as edited meanwhile.
 */
function useText(stored: MonitorTypeDetail | null, start: string) {
  const [base, setBase] = useState<Base>({ version: stored?.version ?? 0, text: start })
  const [text, setText] = useState(start)
  const replace = ({ version, text: next }: Base) => {
    setBase({ version, text: next })
    setText(next)
  }
  const isDirty = text !== base.text
  if (stored !== null && stored.version > base.version && !isDirty)
    replace({ version: stored.version, text: start })
  return { text, base, isDirty, setText, replace }
}

/** The text with its problems at their lines, and below as a list that leads to them. */
function Source(props: {
  readonly text: string
  readonly problems: MonitorTypeCheck['problems']
  readonly isReadOnly: boolean
  readonly onText: (text: string) => void
}) {
  const { text, problems, isReadOnly, onText } = props
  const t = useT()
  const language = useSession('language')
  const [goTo, setGoTo] = useState<{ readonly line: number; readonly column: number } | null>(null)
  return (
    <div className="monitor-type-source">
      <CodeField
        value={text}
        language="yaml"
        label={t('monitorType.code')}
        isReadOnly={isReadOnly}
        isFilling
        goTo={goTo}
        onChange={onText}
        marks={problems.map(({ line, column, text: said }) => ({
          line,
          column,
          severity: 'error' as const,
          message: said[language],
        }))}
      />
      {problems.length > 0 && (
        <ul className="monitor-type-problems">
          {problems.map(({ line, column, path, text: said }) => (
            <li key={`${line} ${column} ${path} ${said.en}`}>
              <button type="button" className="link-button" onClick={() => setGoTo({ line, column })}>
                {t('monitorType.at', { line })}
              </button>{' '}
              {said[language]}
              {path !== '' && <div className="secondary code">{path}</div>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Sides(props: {
  readonly stored: MonitorTypeDetail | null
  readonly type: MonitorType | null
  readonly text: string
  readonly onRestored: (restored: MonitorTypeDetail) => void
}) {
  const { stored, type, text, onRestored } = props
  const t = useT()
  const none = <p className="secondary">{t('monitorType.noPreview')}</p>
  return (
    <Tabs
      items={[
        {
          key: 'preview',
          label: t('monitorType.preview'),
          children: type ? <TypePreview type={type} /> : none,
        },
        ...(stored?.isBuiltIn === true
          ? []
          : [
              {
                key: 'try',
                label: t('monitorType.try'),
                children: type ? <TypeTrial type={type} text={text} /> : none,
              },
            ]),
        ...(stored && !stored.isBuiltIn
          ? [
              {
                key: 'versions',
                label: t('monitorType.versions'),
                children: <TypeVersions type={stored} text={text} onRestored={onRestored} />,
              },
            ]
          : []),
        { key: 'format', label: t('monitorType.format'), children: <TypeFormat /> },
      ]}
    />
  )
}

const titleOf = (t: ReturnType<typeof useT>, stored: MonitorTypeDetail | null): string => {
  if (stored === null) return t('monitorType.new')
  return t(stored.isBuiltIn ? 'monitorType.showTitle' : 'monitorType.editTitle', { name: stored.name })
}

const typeIn = (check: MonitorTypeCheck | null): MonitorType | null =>
  check?.definition ? (monitorTypeSchema.safeParse(check.definition).data ?? null) : null

function CheckState({ check }: { readonly check: MonitorTypeCheck | null }) {
  const t = useT()
  return (
    <span role="status">
      {check === null ? (
        <span className="secondary">{t('monitorType.checking')}</span>
      ) : check.problems.length === 0 ? (
        <StatusTag tone="passed">{t('monitorType.good')}</StatusTag>
      ) : (
        <StatusTag tone="failed">{t('monitorType.faults', { count: check.problems.length })}</StatusTag>
      )}
    </span>
  )
}

/** The check of the text a moment after it was changed; null until then. */
function useCheck(text: string, name: string | null): MonitorTypeCheck | null {
  const [checked, setChecked] = useState<{ readonly text: string; readonly check: MonitorTypeCheck } | null>(
    null,
  )
  useEffect(() => {
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      api.monitorType
        .check({ text, name }, { signal: aborter.signal })
        .then(check => setChecked({ text, check }))
        .catch((error: unknown) => {
          if (!isAborted(error)) showError(error)
        })
    }, checkAfterMs)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text, name])
  return checked?.text === text ? checked.check : null
}

function useSave(given: {
  readonly stored: MonitorTypeDetail | null
  /** Version that the text began with. */
  readonly base: number
  readonly text: string
  readonly onCreated: (name: string) => void
  readonly onSaved: (saved: MonitorTypeDetail) => void
}) {
  const { stored, base, text, onCreated, onSaved } = given
  const t = useT()
  const cache = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<boolean> => {
    setSaving(true)
    try {
      const saved = stored
        ? await api.monitorType.update({ name: stored.name, text, version: base })
        : await api.monitorType.create({ text })
      notify({ kind: 'success', text: t(stored ? 'notice.saved' : 'notice.created') })
      onSaved(saved)
      await cache.invalidateQueries({ queryKey: typesKey })
      if (stored === null) onCreated(saved.name)
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

function UploadButton({ onText }: { readonly onText: (text: string) => void }) {
  const t = useT()
  return (
    <Upload
      accept=".yaml,.yml,.json"
      showUploadList={false}
      beforeUpload={file => {
        void file.text().then(onText, showError)
        return false
      }}
    >
      <Button icon={<UploadOutlined />}>{t('monitorType.upload')}</Button>
    </Upload>
  )
}
