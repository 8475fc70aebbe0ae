/** A number of the component with its unit; read-only if the component is. */
import { NumberInput } from '../../../ui/form/widgets/number-widgets.tsx'
import { useEditor } from '../context/editor-context.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly unit?: string | undefined
  /** Number of decimal places; 0 by default. */
  readonly precision?: number | undefined
}

export function NumberField({ precision, ...props }: NumberFieldProps) {
  const { isReadOnly } = useEditor()
  return <NumberInput {...props} digits={precision} isReadOnly={isReadOnly} />
}
