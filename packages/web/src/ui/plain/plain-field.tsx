/** A labelled text field of pages that are rendered before the component library is loaded; styled like the library's. */

import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons-svg'
import type { IconDefinition } from '@ant-design/icons-svg/es/types.js'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { PlainIcon } from './plain-icon.tsx'

interface PlainFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'autoFocus' | 'spellCheck' | 'onBlur'
  > {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Error of the value. */
  readonly fault: string | undefined
  readonly icon?: IconDefinition
  /** Masked until the user chooses to show it. */
  readonly isSecret?: boolean
  readonly inputRef: Ref<HTMLInputElement>
  /** Beside the field. */
  readonly extra?: ReactNode
}

export function PlainField(props: PlainFieldProps) {
  const { label, value, onChange, fault, icon, isSecret, inputRef, extra, ...input } = props
  const t = useT()
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className={fault === undefined ? 'plain-field' : 'plain-field plain-field-wrong'}>
      <label htmlFor={id}>
        {label}
        <span className="plain-required" aria-hidden>
          *
        </span>
      </label>
      <div className="plain-row">
        <div className="plain-input">
          {icon && <PlainIcon of={icon} className="faint" />}
          <input
            {...input}
            id={id}
            ref={inputRef}
            type={isSecret && !isShown ? 'password' : 'text'}
            value={value}
            aria-required
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-fault`}
            onChange={event => onChange(event.target.value)}
          />
          {isSecret && (
            <button
              type="button"
              className="plain-reveal"
              aria-label={t(isShown ? 'action.hideSecret' : 'action.showSecret')}
              onClick={() => setShown(!isShown)}
            >
              <PlainIcon of={isShown ? EyeOutlined : EyeInvisibleOutlined} />
            </button>
          )}
        </div>
        {extra}
      </div>
      <div id={`${id}-fault`} className="plain-fault" role="alert">
        {fault}
      </div>
    </div>
  )
}
