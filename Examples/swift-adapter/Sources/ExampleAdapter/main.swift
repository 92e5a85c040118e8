import AdapterKit

Adapter<ExampleApp>.main()
