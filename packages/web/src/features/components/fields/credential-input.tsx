/** The field of a password or token: a stored value is shown only as a placeholder, and typing replaces it; variable names are shown as text. */
import { secretMask } from '@pone/schema/limits.ts'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TemplateInput } from './template-input.tsx'

interface CredentialInputProps {
  readonly value: string
  readonly label: string
  /** Shown if nothing is stored. */
  readonly placeholder: string
  readonly onChange: (value: string) => void
}

export function CredentialInput({ value, label, placeholder, onChange }: CredentialInputProps) {
  const t = useT()
  const isStored = value === secretMask
  // Clearing the field keeps the stored value.
  const [wasStored, setWasStored] = useState(isStored)
  if (isStored && !wasStored) setWasStored(true)
  return (
    <TemplateInput
      isMono
      value={isStored ? '' : value}
      label={label}
      placeholder={isStored ? t('component.secrets.stored') : placeholder}
      onChange={next => onChange(next === '' && wasStored ? secretMask : next)}
    />
  )
}
