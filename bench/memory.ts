export async function memory(): Promise<never[]> {
  return [];
}
