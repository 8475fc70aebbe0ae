/** A text field that completes `${…}` while typing, opens the dialog of tool functions, and shows its value in the last standalone execution. */
import { FunctionOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type RefObject, useId, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { insertHole, withValues } from '../model/template-completion.ts'
import { OfferList } from './offer-list.tsx'
import { TextControl } from './text-control.tsx'
import { placeCaret, type TextField, useCompletion } from './use-completion.ts'

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

export function TemplateInput(props: TemplateInputProps) {
  const { value, onChange, label, placeholder, minRows, isMono, isInvalid, isCompact } = props
  const { lastValues, isReadOnly } = useEditor()
  const fieldRef = useRef<TextField | null>(null)
  const listId = useId()
  const completion = useCompletion({ value, onChange, fieldRef })
  const { isOpen, chosen } = completion
  const lastValue = withValues(value, lastValues)
  const attributes = {
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
    ...completion.handlers,
  } as const
  return (
    <div className="cd-template">
      <TextControl
        attributes={attributes}
        minRows={minRows}
        fieldRef={fieldRef}
        lastValue={lastValue}
        functionButton={
          !isCompact &&
          !isReadOnly && <FunctionButton value={value} onChange={onChange} fieldRef={fieldRef} />
        }
      />
      {isOpen && (
        <OfferList
          id={listId}
          anchor={fieldRef}
          offers={completion.offers}
          active={chosen}
          onAccept={completion.accept}
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

interface FunctionButtonProps extends Pick<TemplateInputProps, 'value' | 'onChange'> {
  readonly fieldRef: RefObject<TextField | null>
}

/** Opens the dialog of tool functions; the chosen one replaces the selection of the field. */
function FunctionButton({ value, onChange, fieldRef }: FunctionButtonProps) {
  const t = useT()
  const { chooseFunction } = useEditor()
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
  return (
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
}
