/** Writes a call of a tool function as text, quoting arguments where the template syntax needs it. */

/** `name(a, 'b, c')`; empty arguments at the end are omitted. */
export function callText(name: string, args: readonly string[]): string {
  const last = args.findLastIndex(argument => argument !== '')
  return `${name}(${args
    .slice(0, last + 1)
    .map(quoted)
    .join(', ')})`
}

function quoted(argument: string): string {
  const isPlain = argument === '' || /^[^,()'"{}\\]*$/.test(argument) || /^\$\{[\w.]+\}$/.test(argument)
  if (isPlain && argument === argument.trim() && argument !== '') return argument
  return `'${argument.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
