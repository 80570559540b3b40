export async function growth(): Promise<never[]> {
  return [];
}
