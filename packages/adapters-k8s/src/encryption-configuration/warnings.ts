export interface Warning {
  readonly rule: string
  readonly path: string
  readonly message: string
}
