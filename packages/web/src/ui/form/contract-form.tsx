/** A form built from a contract schema: rules per field, server errors at their fields, focus on the first error, input kept after an error. */

import { issueText } from '@pone/schema/issue-text.ts'
import { Form, type FormInstance, type FormProps } from 'antd'
import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import type { z } from 'zod'
import { ApiError, showError } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { exclaimed, notify } from '../../lib/notices.ts'
import { session } from '../../lib/session/session.ts'
import { useIsInLayer, useReportChanges } from './layer-changes.ts'
import { useChanges } from './use-changes.ts'

// The dialog is not needed to sign in, so it is not in the first load.
const UnsavedGuard = lazyPart(async () => ({ default: (await import('./unsaved-guard.tsx')).UnsavedGuard }))

type FormValues = Record<string, unknown>

export interface FormContextValue {
  readonly schema: z.ZodObject
  readonly isBusy: boolean
}
const FormContext = createContext<FormContextValue | null>(null)

export function useFormContext(): FormContextValue {
  const value = useContext(FormContext)
  if (!value) throw new Error('a form field stands outside a ContractForm')
  return value
}

/** Rule of a field: its part of the schema, with messages in the present language. */
export function fieldRule(schema: z.core.$ZodType) {
  return {
    validator: async (_rule: unknown, value: unknown) => {
      const { error } = (schema as z.ZodType).safeParse(value ?? undefined, { reportInput: true })
      const issue = error?.issues[0]
      if (issue) throw new Error(issueText(issue, session.get().language))
    },
  }
}

export interface ContractFormProps<S extends z.ZodObject> {
  readonly schema: S
  readonly initialValues?: Partial<z.input<S>> | undefined
  /** Receives the parsed value; errors it throws are shown at the fields, or as a notice. */
  readonly onSubmit: (value: z.output<S>) => Promise<unknown>
  /** Rules across fields; returns errors by field name. Called after each field is valid by itself. */
  readonly check?: ((value: z.output<S>) => Readonly<Record<string, string>>) | undefined
  /** Assigns an error of the server that names no field to one; null = no field. */
  readonly fieldOfError?: ((error: ApiError) => string | null) | undefined
  readonly form?: FormInstance | undefined
  readonly layout?: FormProps['layout']
  readonly isDisabled?: boolean | undefined
  /** Asks for confirmation before the page is left with changes; on by default. A dialog or drawer asks itself, see `form-layer.tsx`. */
  readonly guardsUnsaved?: boolean
  readonly id?: string
  readonly onValuesChange?: ((all: Partial<z.input<S>>) => void) | undefined
  readonly className?: string
  readonly children: ReactNode
}

export function ContractForm<S extends z.ZodObject>(props: ContractFormProps<S>) {
  const { schema, onSubmit, check, fieldOfError, onValuesChange } = props
  const [ownForm] = Form.useForm<FormValues>()
  const form = props.form ?? ownForm
  const [isBusy, setBusy] = useState(false)
  const context = useMemo(() => ({ schema, isBusy }), [schema, isBusy])
  const initialValues = { ...defaultsOf(schema), ...props.initialValues }
  const changes = useChanges(initialValues)
  const isInLayer = useIsInLayer()

  /** @returns false if no field of the form could show any of them */
  const showFaults = (faults: readonly FieldFault[]): boolean => {
    const known = form.getFieldsError().map(field => field.name.join('.'))
    const placed = faults.flatMap(({ path, text }) => {
      const place = [path, path.slice(0, 1)].find(candidate => known.includes(candidate.join('.')))
      return place ? [{ name: [...place], errors: [text] }] : []
    })
    form.setFields(placed as Parameters<typeof form.setFields>[0])
    const first = placed[0]
    if (first) form.scrollToField(first.name, { block: 'center', focus: true })
    return placed.length > 0
  }

  const submit = async (values: FormValues): Promise<boolean> => {
    const parsed = schema.safeParse(withoutUndefined(values), { reportInput: true })
    if (!parsed.success) {
      const faults = faultsIn(parsed.error)
      if (!showFaults(faults)) notify({ kind: 'error', text: exclaimed(faults[0]?.text ?? '') })
      return false
    }
    const faults = Object.entries(check?.(parsed.data) ?? {})
    if (faults.length > 0) {
      showFaults(faults.map(([name, text]) => ({ path: [name], text })))
      return false
    }
    setBusy(true)
    try {
      await onSubmit(parsed.data)
      changes.keep(form.getFieldsValue(true))
      return true
    } catch (error) {
      if (!(error instanceof ApiError && showFaults(faultsOf(error, fieldOfError?.(error) ?? null))))
        showError(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  const save = () => form.validateFields().then(submit, () => false)
  const isDirty = changes.isDirty && !isBusy
  useReportChanges(isDirty, save)
  return (
    <FormContext.Provider value={context}>
      <Form<FormValues>
        form={form}
        id={props.id}
        className={props.className}
        layout={props.layout ?? 'vertical'}
        requiredMark={markedLabel}
        scrollToFirstError={{ block: 'center', focus: true }}
        initialValues={initialValues}
        disabled={props.isDisabled ?? false}
        onFinish={values => void submit(values)}
        onValuesChange={(edited, all) => {
          changes.note(Object.keys(edited), all)
          // An error disappears while typing, not when the field loses focus: the layout would shift under a click.
          const wrong = Object.keys(edited).filter(name => form.getFieldError(name).length > 0)
          if (wrong.length > 0) form.validateFields(wrong).catch(() => undefined)
          onValuesChange?.(all as Partial<z.input<S>>)
        }}
      >
        {props.children}
      </Form>
      <Suspense>
        {props.guardsUnsaved !== false && !isInLayer && <UnsavedGuard isDirty={isDirty} onSave={save} />}
      </Suspense>
    </FormContext.Provider>
  )
}

const markedLabel = (label: ReactNode, { required }: { readonly required: boolean }) => (
  <>
    {label}
    {required && (
      <span className="field-required" aria-hidden>
        *
      </span>
    )}
  </>
)

interface FieldFault {
  readonly path: readonly (string | number)[]
  readonly text: string
}

const faultsIn = ({ issues }: z.ZodError): readonly FieldFault[] =>
  issues.map(issue => ({
    path: issue.path.filter(part => typeof part !== 'symbol'),
    text: issueText(issue, session.get().language),
  }))

function faultsOf(error: ApiError, field: string | null): readonly FieldFault[] {
  if (field !== null) return [{ path: [field], text: error.message }]
  return error.fields.map(({ path, message }) => ({ path, text: message }))
}

const withoutUndefined = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Defaults defined by the schema, so that a new form starts with the server's defaults. */
function defaultsOf(schema: z.ZodObject): FormValues {
  const entries = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) => {
    const definition = (field as z.core.$ZodTypes)._zod.def
    return definition.type === 'default' ? [[name, definition.defaultValue] as const] : []
  })
  return Object.fromEntries(entries)
}
