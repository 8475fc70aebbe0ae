/** A received body: formatted, raw, or rendered in a frame without scripts. */

import { CopyOutlined } from '@ant-design/icons'
import { keptBodyLength } from '@pone/contract/entities/run.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button, Segmented } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { writeClipboard } from '../../../ui/editor/copied-text.ts'
import type { TextRange } from '../../../ui/found-text.tsx'
import type { ValueActions } from '../pick/value-actions.ts'
import { bodyModes } from './body-modes.ts'
import { type Pattern, sameMatch } from './search-pattern.ts'

const BodyText = lazyPart(async () => ({ default: (await import('./body-text.tsx')).BodyText }))

interface BodyViewProps {
  readonly body: string
  readonly contentType: string
  /** Size of the whole body, of which `body` may be the beginning; 0 = what is shown is all. */
  readonly totalBytes: number
  readonly label: string
  /** What can be done with a value in the body; null for nothing. */
  readonly values?: ValueActions | null
  /** A part of the body to select, and what it was found by. */
  readonly found?: FoundPart | null
}

export interface FoundPart {
  readonly range: TextRange
  readonly pattern: Pattern
}

export function BodyView({
  body,
  contentType,
  totalBytes,
  label,
  values = null,
  found = null,
}: BodyViewProps) {
  const t = useT()
  const { modes, formatted } = useMemo(() => bodyModes(body, contentType), [body, contentType])
  const [mode, setMode] = useState(modes[0] ?? 'raw')
  // The found part in the formatted text, if it is there too.
  const formattedRange = useMemo(
    () => found && formatted !== null && sameMatch({ from: body, to: formatted }, found.pattern, found.range),
    [found, formatted, body],
  )
  const [shownPart, setShownPart] = useState<FoundPart | null>(null)
  if (found !== shownPart) {
    setShownPart(found)
    if (found) setMode(formattedRange ? 'pretty' : 'raw')
  }
  const shown = mode === 'pretty' ? (formatted ?? body) : body
  if (body === '')
    return (
      <p className="cd-hint">
        {t(totalBytes > 0 ? 'component.debug.bodyLeftOut' : 'component.debug.noBody')}
      </p>
    )
  return (
    <div className="cd-body-view">
      <div className="cd-body-bar">
        <Segmented
          size="small"
          value={mode}
          aria-label={t('component.debug.bodyMode')}
          options={modes.map(value => ({ value, label: t(`component.debug.${value}`) }))}
          onChange={setMode}
        />
        <span className="cd-help">
          {contentType} {totalBytes > 0 && formatBytes(totalBytes)}
        </span>
        <span className="cd-grow" />
        <CopyButton text={shown} />
      </div>
      {body.length >= keptBodyLength && (
        <p className="cd-help">{t('component.debug.bodyCut', { size: formatBytes(totalBytes) })}</p>
      )}
      {mode === 'preview' ? (
        // The frame is fully sandboxed: no scripts, no forms, no access to this page.
        <iframe
          title={t('component.debug.preview')}
          sandbox=""
          srcDoc={body}
          className="cd-preview"
          referrerPolicy="no-referrer"
        />
      ) : (
        <Suspense fallback={<pre className="cd-raw">{shown}</pre>}>
          <BodyText
            key={mode}
            text={shown}
            language={formatted !== null ? 'json' : /xml/i.test(contentType) ? 'xml' : 'text'}
            isAsSent={shown === body}
            label={label}
            values={values}
            selected={(mode === 'pretty' ? formattedRange : found?.range) || null}
          />
        </Suspense>
      )}
    </div>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useT()
  const copy = async () => {
    const isCopied = await writeClipboard(text)
    notify(
      isCopied
        ? { kind: 'success', text: t('component.copied') }
        : { kind: 'warning', text: t('component.copyUnsupported') },
    )
  }
  return (
    <Button size="small" type="text" icon={<CopyOutlined />} onClick={() => void copy()}>
      {t('action.copy')}
    </Button>
  )
}
