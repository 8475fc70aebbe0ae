/** Folds names that a JVM generates anew in every process, so that profiles of two processes can be compared. Browser-safe. */

const numbered = [
  // Lambdas: Shop$$Lambda$14+0x0000000800c03000.7282582 (JDK 17), Shop$$Lambda/0x0000000800c03000 (21), Shop$$Lambda$14 (8).
  [/\$\$Lambda(?:\$\d+)?(?:[/.+](?:0x[0-9a-f]+|\d+))*(?=\.|$)/g, '$$$$Lambda'],
  [/(LambdaForm\$\w+?)(?:[/.+](?:0x[0-9a-f]+|\d+))+(?=\.|$)/g, '$1'],
  [/(jfr\.internal\.handlers\.EventHandler)[\d_-]+/g, '$1'],
  [/\$Proxy\d+/g, '$$Proxy'],
  [/(Generated(?:Method|Constructor|SerializationConstructor)Accessor)\d+/g, '$1'],
  [/(\$\$(?:EnhancerBy|FastClassBy|KeyFactoryBy)\w*?CGLIB)\$\$[0-9a-f]+/g, '$1'],
  [/(\$\$SpringCGLIB)\$\$\d+/g, '$1'],
  [/(\$(?:ByteBuddy|MockitoMock|HibernateProxy))\$\w+/g, '$1'],
  // Other hidden classes.
  [/(?<=\w)[/.+]0x[0-9a-f]{8,16}(?=\.|$)/g, ''],
] as const

/** Whether a name can be generated at all: names without these are left as they are. */
const suspicious =
  /\$\$|\$Proxy|Accessor\d|\$ByteBuddy|\$MockitoMock|\$HibernateProxy|0x[0-9a-f]{4}|LambdaForm|EventHandler\d/

/** The name without what differs from process to process. */
export function foldGeneratedName(name: string): string {
  if (!suspicious.test(name)) return name
  return numbered.reduce((folded, [pattern, put]) => folded.replaceAll(pattern, put), name)
}
