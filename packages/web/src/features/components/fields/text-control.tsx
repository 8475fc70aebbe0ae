/** The text field of a template, of one or several lines, with its last value in a tooltip. */
import { type GetProps, Input, Tooltip } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { useT } from '../../../lib/i18n.ts'
import type { TextField } from './use-completion.ts'

interface TextControlProps {
  readonly attributes: GetProps<typeof Input> & GetProps<typeof Input.TextArea>
  /** One line without it. */
  readonly minRows: number | undefined
  /** Receives the input element. */
  readonly fieldRef: RefObject<TextField | null>
  /** null when it is not known. */
  readonly lastValue: string | null
  /** Shown inside the field; false for none. */
  readonly functionButton: ReactNode
}

const mostRows = 16
/** Longer values are cut off, in characters. */
const maxShownLength = 500

export function TextControl({ attributes, minRows, fieldRef, lastValue, functionButton }: TextControlProps) {
  const t = useT()
  const keep = (node: TextField | null | undefined) => {
    fieldRef.current = node ?? null
  }
  const field =
    minRows === undefined ? (
      <Input {...attributes} ref={node => keep(node?.input)} suffix={functionButton || undefined} />
    ) : (
      <div className="cd-textarea">
        <Input.TextArea
          {...attributes}
          ref={node => keep(node?.resizableTextArea?.textArea)}
          autoSize={{ minRows, maxRows: Math.max(minRows, mostRows) }}
        />
        {functionButton}
      </div>
    )
  // Always inside a tooltip, even an empty one: otherwise React would replace the field, which loses the focus, when a value becomes known.
  return (
    <Tooltip
      title={
        lastValue !== null && t('component.template.lastValue', { value: lastValue.slice(0, maxShownLength) })
      }
      mouseEnterDelay={0.4}
    >
      {field}
    </Tooltip>
  )
}
