/** A text field that completes `${…}` while typing, opens the dialog of tool functions, and shows its value in the last standalone execution. */
import { FunctionOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import {
  acceptOffer,
  insertHole,
  matchingOffers,
  type Offer,
  openHole,
  withValues,
} from '../model/template-completion.ts'
import { OfferList } from './offer-list.tsx'

interface TemplateInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  readonly placeholder?: string | undefined
  /** Minimum number of lines; without it the field is a single line. */
  readonly minRows?: number | undefined
  readonly isMono?: boolean | undefined
  readonly isInvalid?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  /** Compact fields in tables have no function button; `${` works there as well. */
  readonly isCompact?: boolean | undefined
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Sets text and caret of a controlled field: the caret can only move after React has rendered the text. */
function placeCaret(field: TextField | null, caret: number) {
  requestAnimationFrame(() => {
    field?.focus()
    field?.setSelectionRange(caret, caret)
  })
}

export function TemplateInput(props: TemplateInputProps) {
  const { value, onChange, label, placeholder, minRows, isMono, isInvalid, isCompact } = props
  const t = useT()
  const { offers, lastValues, isReadOnly, chooseFunction } = useEditor()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const fieldRef = useRef<TextField | null>(null)
  const listId = useId()

  const hole = caret === null || isReadOnly ? null : openHole(value, caret)
  const fitting = hole ? matchingOffers(offers, hole.typed) : []
  const isOpen = hole !== null && fitting.length > 0
  const chosen = Math.min(active, fitting.length - 1)
  const lastValue = withValues(value, lastValues)

  const accept = (offer: Offer) => {
    if (!hole) return
    const accepted = acceptOffer(value, hole, offer)
    onChange(accepted.text)
    setCaret(null)
    placeCaret(fieldRef.current, accepted.caret)
  }
  const onKeyDown = (event: KeyboardEvent<TextField>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const offer = fitting[chosen]
    if (step !== undefined) setActive((chosen + step + fitting.length) % fitting.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && offer) accept(offer)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const follow = (field: TextField) => {
    setCaret(field.selectionStart)
    setActive(0)
  }
  const openFunctions = () => {
    const field = fieldRef.current
    const from = field?.selectionStart ?? value.length
    const to = field?.selectionEnd ?? value.length
    chooseFunction(content => {
      const inserted = insertHole(value, from, to, content)
      onChange(inserted.text)
      placeCaret(field, inserted.caret)
    })
  }

  const shared = {
    value,
    placeholder,
    readOnly: isReadOnly,
    autoFocus: props.autoFocus ?? false,
    className: isMono ? 'cd-mono' : '',
    spellCheck: false,
    autoComplete: 'off',
    role: 'combobox',
    'aria-label': label,
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': isOpen ? `${listId}-${chosen}` : undefined,
    ...(isInvalid ? { status: 'error' as const, 'aria-invalid': true } : {}),
    onKeyDown,
    onBlur: () => setCaret(null),
    onClick: (event: { currentTarget: TextField }) => setCaret(event.currentTarget.selectionStart),
    onChange: (event: { target: TextField }) => {
      onChange(event.target.value)
      follow(event.target)
    },
    onKeyUp: (event: KeyboardEvent<TextField>) => {
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) follow(event.currentTarget)
    },
  } as const
  const keep = (node: TextField | null | undefined) => {
    fieldRef.current = node ?? null
  }
  const functionButton = !isCompact && !isReadOnly && (
    <Tooltip title={t('component.template.functions')} mouseEnterDelay={0.6}>
      <Button
        type="text"
        size="small"
        className="cd-fx"
        icon={<FunctionOutlined />}
        aria-label={t('component.template.functions')}
        onMouseDown={event => event.preventDefault()}
        onClick={openFunctions}
      />
    </Tooltip>
  )
  const field =
    minRows === undefined ? (
      <Input {...shared} ref={node => keep(node?.input)} suffix={functionButton || undefined} />
    ) : (
      <div className="cd-textarea">
        <Input.TextArea
          {...shared}
          ref={node => keep(node?.resizableTextArea?.textArea)}
          autoSize={{ minRows, maxRows: Math.max(minRows, 16) }}
        />
        {functionButton}
      </div>
    )
  return (
    <div className="cd-template">
      {lastValue === null ? (
        field
      ) : (
        <Tooltip
          title={t('component.template.lastValue', { value: lastValue.slice(0, 500) })}
          mouseEnterDelay={0.4}
        >
          {field}
        </Tooltip>
      )}
      {isOpen && (
        <OfferList
          id={listId}
          anchor={fieldRef as RefObject<HTMLElement | null>}
          offers={fitting}
          active={chosen}
          onAccept={accept}
        />
      )}
      {!isCompact && lastValue !== null && (
        <div className="cd-last-value" title={lastValue}>
          = {lastValue}
        </div>
      )}
    </div>
  )
}
